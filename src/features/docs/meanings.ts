import { ERROR_STATUS } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import type { Answer, ApiDocument, JsonSchema } from "./openapi";

/** What a field means, by its name: names mean the same in every call, but for those of a component that say more. */
export function meaningOf(t: Translator, field: string, component?: string): string | undefined {
  const keys = [...(component ? [`docs.fieldsOf.${component}.${field}`] : []), `docs.fields.${field}`];
  const key = keys.find((one) => t.has(one));
  return key && t(key);
}

/** What a status means where a call is refused. */
export function refusalMeaning(t: Translator, status: string): string | undefined {
  const code = Object.entries(ERROR_STATUS).find(([, one]) => String(one) === status)?.[0];
  return code && t(`docs.problems.${code}`);
}

export const isProblem = (answer: Answer): boolean => "application/problem+json" in (answer.content ?? {});

/** Says in the document itself what fields and refusals mean. */
export function explain(document: ApiDocument, t: Translator): ApiDocument {
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { requestBody, responses } of calls) {
    for (const [status, answer] of Object.entries(responses)) {
      if (isProblem(answer)) answer.description = refusalMeaning(t, status) ?? answer.description;
    }
    for (const { content } of [...Object.values(responses), ...(requestBody ? [requestBody] : [])]) {
      for (const { schema } of Object.values(content ?? {})) if (schema) explainFields(schema, t);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) explainFields(schema, t, name);
  return document;
}

function explainFields(schema: JsonSchema, t: Translator, component?: string): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const meaning = field.description ?? meaningOf(t, name, component);
    if (meaning !== undefined) field.description = meaning;
    explainFields(field, t, component);
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const part of parts) if (part) explainFields(part, t, component);
}
