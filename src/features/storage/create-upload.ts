import { eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { uploads, users } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { IMAGE_LIMITS, toPictureError } from "@/shared/picture-limits";
import { parseStoragePath } from "@/shared/storage-path";
import { findWriteRefusal } from "./files";
import { getOwnUpload } from "./uploads";

const UPLOADS = defineLimit("uploads");
/**
 * Open uploads of one user: enough for several devices and some abandoned uploads; bounds their space in the bucket.
 */
const MAX_OPEN_UPLOADS = 10;

export type CreatedUpload = {
  id: string;
  path: string;
  /** ms */
  expiresTs: number;
};

/**
 * Starts an upload of `length` bytes. `metadata` contains its `path` and `filetype`. Calls with the same `id` start one.
 * Refuses like `parseStoragePath` and `findWriteRefusal`, `too_large` above the size limit of the path, `too_many` past a
 * limit, `invalid` for an empty file, and `unauthenticated` if the account was erased in the meantime.
 */
export async function createUpload(
  ctx: Ctx,
  {
    id = ctx.newId(),
    length,
    metadata,
  }: { id?: string | undefined; length: number; metadata: ReadonlyMap<string, string> },
): Promise<Result<CreatedUpload>> {
  const user = requireUser(ctx);
  const path = metadata.get("path") ?? "";
  const parsed = parseStoragePath(path, false);
  if (!parsed.ok) return parsed;
  const refusal = await findWriteRefusal(ctx, parsed.value);
  if (refusal) return { ok: false, refusal };
  const isDocument = parsed.value.kind === "verification-file";
  if (length > (isDocument ? DOCUMENT_LIMITS : IMAGE_LIMITS).bytes)
    return refuse("too_large", { reason: isDocument ? "document_upload_too_large" : "upload_too_large" });
  if (length === 0) {
    const code = isDocument ? "not_a_document" : "not_an_image";
    return invalid([{ ...toPictureError(ctx.t, code, path), field: isDocument ? "files" : "picture" }]);
  }
  const { allowed, retryAfter } = await hitLimit(ctx.db, UPLOADS, user.id, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });

  const upload = {
    id,
    userId: user.id,
    path,
    filetype: (metadata.get("filetype") ?? "").slice(0, 100),
    length,
    createdTs: ctx.now,
    expiresTs: ctx.now + DAY_MS,
  };
  const open = sql`(select count(*) from uploads open where open.user_id = ${user.id}
    and open.stored_ts is null and open.expires_ts > ${ctx.now})`;
  const userExistsSql = hasAccountSql(eq(users.id, user.id));
  const [created, owner] = await ctx.commit([
    insertWhere(ctx.db, uploads, upload, sql`${userExistsSql} and ${open} < ${MAX_OPEN_UPLOADS}`)
      .onConflictDoNothing()
      .returning({ id: uploads.id }),
    ctx.db.all(sql`select 1 as found where ${userExistsSql}`),
  ]);
  if (!hasRows(owner)) return refuse("unauthenticated");
  if (!hasRows(created)) {
    const existing = await getOwnUpload(ctx, id);
    if (existing.ok) return existing;
    // A place becomes free when an upload is finished or deleted, or after its 24 hours.
    return refuse("too_many", { reason: "too_many_uploads_open", retryAfter: 3600 });
  }
  return ok({ id: upload.id, path, expiresTs: upload.expiresTs });
}
