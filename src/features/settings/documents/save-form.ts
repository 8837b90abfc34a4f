import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { invalid, type Result } from "@/shared/errors";
import type { DocumentForm, Sent, Values } from "./document-form";
import { readDocument } from "./read-documents";
import { saveDocument } from "./save-document";

export type TypedForm = { values: Values; version: number };

/** A document's form as it was sent, with the version that it showed; one that no document has for what is none. */
export function typedForm<T>(
  { sent }: DocumentForm<T>,
  { version: versions = [], ...fields }: Sent,
  t: Parameters<DocumentForm<T>["sent"]>[1],
): TypedForm {
  const [version = ""] = versions;
  return { values: sent(fields, t), version: /^\d{1,15}$/.test(version) ? Number(version) : -1 };
}

/**
 * Writes a document as its form's fields say, over the `version` that the form showed.
 * @returns its version by now; `invalid` by the fields' names; `conflict` with `datastale`
 * @throws Refused for anybody but an admin
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
