import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { invalid, type Result } from "@/shared/errors";
import type { DocumentForm, SubmittedFields, Values } from "./document-form";
import { readDocument } from "./read-documents";
import { saveDocument } from "./save-document";

export type TypedForm = { values: Values; version: number };

/** A submitted document form and the version that it showed; an impossible version for an invalid value. */
export function typedForm<T>(
  { sent }: DocumentForm<T>,
  { version: versions = [], ...fields }: SubmittedFields,
  t: Parameters<DocumentForm<T>["sent"]>[1],
): TypedForm {
  const [version = ""] = versions;
  return { values: sent(fields, t), version: /^\d{1,15}$/.test(version) ? Number(version) : -1 };
}

/**
 * Writes a document from its form's values, over the `version` that the form showed.
 * @returns the new version; `invalid` by the form's field names; `conflict` with `datastale`
 * @throws Refused unless the visitor is an admin
 */
export async function saveForm<T>(
  ctx: Ctx,
  { kind, read, fieldOf }: DocumentForm<T>,
  { values, version }: TypedForm,
): Promise<Result<{ version: number }>> {
  requireAdmin(ctx);
  const { value } = await readDocument(ctx, kind);
  const saved = await saveDocument(ctx, kind, { value: read(values, value), version });
  if (saved.ok || !saved.refusal.fields || !fieldOf) return saved;
  return invalid(
    saved.refusal.fields.map((error) => ({ ...error, field: fieldOf(error.field, values, value) })),
  );
}
