import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { invalid, type Result } from "@/shared/errors";
import { parseVersion } from "@/shared/numbers";
import type { DocumentForm, DocumentFormValues, SubmittedFields } from "./document-form";
import { getDocument } from "./read-documents";
import { saveDocument } from "./save-document";

export type SubmittedDocumentForm = { values: DocumentFormValues; version: number };

/** A submitted document form and the version that it showed; an impossible version for an invalid value. */
export function parseDocumentForm<T>(
  { parseFields }: DocumentForm<T>,
  { version: versions = [], ...fields }: SubmittedFields,
  t: Parameters<DocumentForm<T>["parseFields"]>[1],
): SubmittedDocumentForm {
  const [version = ""] = versions;
  return { values: parseFields(fields, t), version: parseVersion(version) };
}

/**
 * Writes a document from its form's values, over the `version` that the form showed.
 * @returns the new version; `invalid` by the form's field names; `conflict` with `datastale`
 * @throws Refused unless the visitor is an admin
 */
export async function saveDocumentForm<T>(
  ctx: Ctx,
  { kind, toDocument, toFormField }: DocumentForm<T>,
  { values, version }: SubmittedDocumentForm,
): Promise<Result<{ version: number }>> {
  requireAdmin(ctx);
  const { value } = await getDocument(ctx, kind);
  const saved = await saveDocument(ctx, kind, { value: toDocument(values, value), version });
  if (saved.ok || !saved.refusal.fields || !toFormField) return saved;
  return invalid(
    saved.refusal.fields.map((error) => ({ ...error, field: toFormField(error.field, values, value) })),
  );
}
