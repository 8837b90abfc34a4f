import { ERROR_STATUS } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import type { Answer, ApiDocument, JsonSchema, Operation } from "./openapi";

/** The first of some texts that there is. */
const firstOf = (t: Translator, ...keys: string[]): string | undefined => {
  const key = keys.find((one) => t.has(one));
  return key && t(key);
};

/** What a call does, in a few words. */
export const summaryOf = (t: Translator, { operationId }: Operation): string =>
  t(`docs.calls.${operationId}.summary`);

/** What else there is to say of a call. */
export const aboutOf = (t: Translator, { operationId }: Operation): string | undefined =>
  firstOf(t, `docs.calls.${operationId}.about`);

/** What a parameter means, in this call or wherever there is one of that name. */
export const parameterMeaning = (t: Translator, call: Operation, name: string): string =>
  firstOf(t, `docs.calls.${call.operationId}.parameters.${name}`) ?? t(`docs.parameters.${name}`);

/** What a status means where a call is answered: in the call's own words, or as a refusal of its kind. */
export function answerMeaning(t: Translator, call: Operation, status: string): string {
  const own = `docs.calls.${call.operationId}.answers.${status}`;
  const code = Object.entries(ERROR_STATUS).find(([, one]) => String(one) === status)?.[0];
  return firstOf(t, own) ?? (code ? t(`docs.problems.${code}`) : t(own));
}

export const headerMeaning = (t: Translator, name: string): string => t(`docs.headers.${name}`);

/**
 * What a field means, by its name: names mean the same everywhere, unless what they lie in says otherwise. That is
 * the object around them, or a component by its name, or a call by its id.
 */
export const meaningOf = (
  t: Translator,
  field: string,
  ...within: (string | undefined)[]
): string | undefined =>
  firstOf(t, ...within.map((place) => `docs.fieldsOf.${place}.${field}`), `docs.fields.${field}`);

export const isProblem = (answer: Answer): boolean => "application/problem+json" in (answer.content ?? {});

/** Says in the document itself what its calls, parameters, answers and fields mean. */
export function explain(document: ApiDocument, t: Translator): ApiDocument {
  for (const call of Object.values(document.paths).flatMap((path) => Object.values(path)))
    explainCall(call, t);
  for (const [name, schema] of Object.entries(document.components.schemas)) explainFields(schema, t, name);
  return document;
}

function explainCall(call: Operation, t: Translator): void {
  const about = aboutOf(t, call);
  call.summary = summaryOf(t, call);
  if (about !== undefined) call.description = about;
  for (const one of call.parameters ?? []) one.description = parameterMeaning(t, call, one.name);
  for (const [status, answer] of Object.entries(call.responses)) {
    answer.description = answerMeaning(t, call, status);
    for (const [name, header] of Object.entries(answer.headers ?? {}))
      header.description = headerMeaning(t, name);
  }
  const contents = [call.requestBody, ...Object.values(call.responses)].map((one) => one?.content ?? {});
  for (const { schema } of contents.flatMap((one) => Object.values(one)))
    if (schema) explainFields(schema, t, call.operationId);
}

function explainFields(schema: JsonSchema, t: Translator, ...within: string[]): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const meaning = field.description ?? meaningOf(t, name, ...within);
    if (meaning !== undefined) field.description = meaning;
    explainFields(field, t, name);
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const part of parts) if (part) explainFields(part, t, ...within);
}
