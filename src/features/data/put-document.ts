import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type DocumentKind, overwriteDocument, type StoredDocument, saveDocument } from "@/features/settings";
import { invalid, type Result, refuse } from "@/shared/errors";
import { writtenDocumentSchema } from "@/shared/schemas/data";
import { check } from "@/shared/schemas/field-errors";

/** The database keeps 2,000,000 bytes in a row; a document's path, version and times go beside it. */
const MOST_BYTES = 1_990_000;

/**
 * An admin writes a settings document: over the `version` that they read, or over whatever is kept where they name none.
 * @returns the document as it is now; `invalid` by the document's fields, with `set` where it is larger than a row can
 * be; `conflict` with `datastale` or `maxretry`
 * @throws Refused for anybody but an admin
 */
export async function putDocument<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  body: Record<string, unknown>,
): Promise<Result<StoredDocument<T>>> {
  requireAdmin(ctx);
  if (body.value === undefined) return invalid([{ field: "value", code: "required" }]);
  const parsed = check(writtenDocumentSchema, body);
  if (!parsed.ok) return parsed;
  const { value, version } = parsed.value;
  const { length } = new TextEncoder().encode(JSON.stringify(value));
  if (length > MOST_BYTES) return refuse("invalid", { reason: "set" });
  const saved = await (version === undefined
    ? overwriteDocument(ctx, kind, value)
    : saveDocument(ctx, kind, { value, version }));
  if (saved.ok || !saved.refusal.fields) return saved;
  // What is wrong with the document as a whole has no field in it.
  return invalid(saved.refusal.fields.map((error) => ({ ...error, field: error.field || "value" })));
}
