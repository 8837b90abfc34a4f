import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type DocumentKind, type StoredDocument, saveDocument } from "@/features/settings";
import { invalid, type Result, refuse } from "@/shared/errors";
import { documentInputSchema } from "@/shared/schemas/data";
import { validate } from "@/shared/schemas/field-errors";

/** D1 limits a row to 2,000,000 bytes; the rest is for path, version and times. */
const MAX_BYTES = 1_990_000;

/**
 * Writes a settings document as an admin: over the `version` they read, or over any version if none is given.
 * @returns the stored document; `invalid` by the document's fields; `invalid` with the reason `set`, the API contract's
 * code for a failed write, if it exceeds a row's size; `conflict` with `datastale` or `maxretry`
 * @throws Refused unless the visitor is an admin
 */
export async function putDocument<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  body: Record<string, unknown>,
): Promise<Result<StoredDocument<T>>> {
  requireAdmin(ctx);
  if (body.value === undefined) return invalid([{ field: "value", code: "required" }]);
  const parsed = validate(documentInputSchema, body);
  if (!parsed.ok) return parsed;
  const { value, version } = parsed.value;
  const { length } = new TextEncoder().encode(JSON.stringify(value));
  if (length > MAX_BYTES) return refuse("invalid", { reason: "set" });
  const saved = await saveDocument(ctx, kind, { value, version });
  if (saved.ok || !saved.refusal.fields) return saved;
  // Errors of the document as a whole have no field name.
  return invalid(saved.refusal.fields.map((error) => ({ ...error, field: error.field || "value" })));
}
