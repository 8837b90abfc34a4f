import type { CallDocs } from "@/shared/call-docs";
import { ERROR_STATUS } from "@/shared/errors";
import { CALL_TEXTS } from "./call-texts";
import { FIELD_TEXTS } from "./field-texts";
import { OBJECT_FIELD_TEXTS } from "./object-field-texts";
import type { ApiDocument, ApiResponse, JsonSchema, Operation } from "./openapi";
import { HEADER_TEXTS, PARAMETER_TEXTS, PROBLEM_TEXTS } from "./texts";

export const isProblem = (answer: ApiResponse): boolean =>
  "application/problem+json" in (answer.content ?? {});

/** Adds the descriptions of calls, parameters, responses and fields to the document. */
export function explain(document: ApiDocument): ApiDocument {
  for (const call of Object.values(document.paths).flatMap((path) => Object.values(path))) explainCall(call);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    explainFields(schema, OBJECT_FIELD_TEXTS[name]);
  }
  return document;
}

function explainCall(call: Operation): void {
  const docs: CallDocs[string] | undefined = CALL_TEXTS[call.operationId];
  if (!docs) return;
  call.summary = docs.summary;
  if (docs.about !== undefined) call.description = docs.about;
  for (const parameter of call.parameters ?? []) {
    parameter.description = docs.parameters?.[parameter.name] ?? PARAMETER_TEXTS[parameter.name] ?? "";
  }
  for (const [status, answer] of Object.entries(call.responses)) {
    answer.description = docs.responses?.[Number(status)] ?? problemText(status);
    for (const [name, header] of Object.entries(answer.headers ?? {})) {
      header.description = HEADER_TEXTS[name] ?? "";
    }
  }
  const contents = [call.requestBody, ...Object.values(call.responses)].map((body) => body?.content ?? {});
  for (const { schema } of contents.flatMap((content) => Object.values(content))) {
    if (schema) explainFields(schema, docs.fields);
  }
}

function problemText(status: string): string {
  const code = Object.entries(ERROR_STATUS).find(([, value]) => String(value) === status)?.[0];
  return PROBLEM_TEXTS[code ?? ""] ?? "";
}

/** Descriptions of the call, the component or the enclosing object replace those of the field name. */
function explainFields(schema: JsonSchema, own: Record<string, string> = {}): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const meaning = field.description ?? own[name] ?? FIELD_TEXTS[name];
    if (meaning !== undefined) field.description = meaning;
    explainFields(field, OBJECT_FIELD_TEXTS[name]);
  }
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const part of parts) if (part) explainFields(part, own);
}
