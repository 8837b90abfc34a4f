import { sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { insertWhere } from "@/db/insert-where";
import { getDefaultLimit, hitLimit } from "@/db/limits";
import { uploads, users } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { IMAGE_LIMITS, toPictureError } from "@/shared/pictures";
import { parseStoragePath } from "@/shared/storage-path";
import { refuseWriting } from "./write-file";

const UPLOADS = getDefaultLimit("uploads");
/** Under way at a time: several devices and a few that were given up, but no more of the bucket than that. */
const MOST_OPEN = 10;

export type OpenedUpload = { id: string; path: string /** ms */; expiresTs: number };

/**
 * Begins an upload of `length` bytes. `metadata` says its `path` and `filetype`. Refuses like the storage path,
 * `too_large` beyond what a picture may have, `too_many` past a limit, `invalid` what has no bytes at all,
 * `unauthenticated` who was erased meanwhile.
 */
export async function openUpload(
  ctx: Ctx,
  { length, metadata }: { length: number; metadata: ReadonlyMap<string, string> },
): Promise<Result<OpenedUpload>> {
  const user = requireUser(ctx);
  const path = metadata.get("path") ?? "";
  const parsed = parseStoragePath(path, false);
  if (!parsed.ok) return parsed;
  const refusal = await refuseWriting(ctx, parsed.value);
  if (refusal) return { ok: false, refusal };
  if (length > IMAGE_LIMITS.bytes) return refuse("too_large", { reason: "upload_too_large" });
  if (length === 0) return invalid([{ ...toPictureError(ctx.t, "not_an_image", path), field: "picture" }]);
  const { allowed, retryAfter } = await hitLimit(ctx.db, UPLOADS, user.id, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });

  const upload = {
    id: ctx.newId(),
    userId: user.id,
    path,
    filetype: (metadata.get("filetype") ?? "").slice(0, 100),
    length,
    createdTs: ctx.now,
    expiresTs: ctx.now + DAY_MS,
  };
  const open = sql`(select count(*) from uploads open where open.user_id = ${user.id}
    and open.stored_ts is null and open.expires_ts > ${ctx.now})`;
  const there = sql`exists (select 1 from ${users} where ${users.id} = ${user.id})`;
  const [opened, stillThere] = await ctx.commit([
    insertWhere(ctx.db, uploads, upload, sql`${there} and ${open} < ${MOST_OPEN}`).returning({
      id: uploads.id,
    }),
    ctx.db.all(sql`select 1 as there where ${there}`),
  ]);
  if ((stillThere as unknown[]).length === 0) return refuse("unauthenticated");
  if ((opened as unknown[]).length === 0) {
    // Room comes back when one of them is finished or ended, or when the oldest is a day old.
    return refuse("too_many", { reason: "too_many_uploads_open", retryAfter: 3600 });
  }
  return ok({ id: upload.id, path, expiresTs: upload.expiresTs });
}
