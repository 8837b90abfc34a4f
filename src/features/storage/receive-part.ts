import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { discardFile, saveFileStatements } from "@/db/pending-file";
import { uploads } from "@/db/schema";
import { type ErrorCode, ok, type Result, refuse } from "@/shared/errors";
import { parseStoragePath } from "@/shared/storage-path";
import { findOwnUpload, type StoredUpload } from "./find-upload";
import { endUploads, partsFolder } from "./upload-parts";
import { prepareFile } from "./write-file";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of the largest size in the smallest steps that a client would take comes to a fraction of that. */
const MOST_PARTS = 200;
/** Refusals of a finished file that trying again would not change. */
const FINAL: readonly ErrorCode[] = ["invalid", "forbidden", "not_found", "conflict", "malformed"];

export type UploadPart = {
  uploadId: string;
  /** Where it begins, in bytes. */
  offset: number;
  /** Its length as announced, null when it is not. */
  length: number | null;
  /** Its bytes; null when they did not all come. */
  read(): Promise<Bytes | null>;
};

/**
 * Takes the next bytes of an upload; those that complete it have the file checked and stored before the answer. Two at
 * once for one place: one of them wins. Refuses `conflict` where the upload is elsewhere, `too_large` beyond its
 * length, what `findOwnUpload` refuses, and for a finished file what `putFile` does: then the upload has ended, unless
 * it is a limit or a failure that passes, after which the same bytes may be sent again.
 * @returns how many bytes there are now
 */
export async function receivePart(
  ctx: Ctx,
  part: UploadPart,
): Promise<Result<{ received: number; expiresTs: number }>> {
  const found = await findOwnUpload(ctx, part.uploadId);
  if (!found.ok) return found;
  const upload = found.value;
  const { expiresTs } = upload;
  if (part.offset !== upload.received) return refuse("conflict", { reason: "upload_offset" });
  const remaining = upload.length - upload.received;
  if ((part.length ?? 0) > remaining) return refuse("too_large", { reason: "upload_overrun" });
  const bytes = await part.read();
  if (!bytes) return refuse("malformed");
  if (bytes.length > remaining) return refuse("too_large", { reason: "upload_overrun" });
  if (bytes.length === 0) return ok({ received: upload.received, expiresTs });
  const taken =
    bytes.length === remaining ? await complete(ctx, upload, bytes) : await keepPart(ctx, upload, bytes);
  return taken.ok ? ok({ received: upload.received + bytes.length, expiresTs }) : taken;
}

/** Still where it was when this part was begun. */
const unmoved = (upload: StoredUpload): SQL =>
  and(eq(uploads.id, upload.id), eq(uploads.received, upload.received), isNull(uploads.storedTs)) as SQL;

async function keepPart(ctx: Ctx, upload: StoredUpload, bytes: Bytes): Promise<Result<null>> {
  if (upload.parts.length >= MOST_PARTS) return refuse("too_large", { reason: "upload_in_crumbs" });
  // A key of its own: what loses the race is removed without touching what won.
  const key = `${partsFolder(upload.id)}${upload.received}-${ctx.newId()}`;
  await ctx.media.putPart(key, bytes);
  const moved = await ctx.db
    .update(uploads)
    .set({
      received: upload.received + bytes.length,
      parts: sql`json_insert(${uploads.parts}, '$[#]', ${key})`,
    })
    .where(unmoved(upload))
    .returning({ id: uploads.id });
  if (moved.length > 0) return ok(null);
  await ctx.media.removeObjects([key]);
  return refuse("conflict", { reason: "upload_offset" });
}

/**
 * Joins, checks and stores the file before it counts the last bytes: an upload never looks complete without its file. A
 * lost answer loses nothing else.
 */
async function complete(ctx: Ctx, upload: StoredUpload, last: Bytes): Promise<Result<null>> {
  const whole = await ctx.media.join(upload.parts, last);
  if (!whole) {
    // Another request finished first and removed the parts, or the parts are lost and the upload must restart.
    await ctx.commit(endUploads(ctx, unmoved(upload)));
    return refuse("conflict", { reason: "upload_offset" });
  }
  const path = parseStoragePath(upload.path, false);
  const prepared = path.ok ? await prepareFile(ctx, path.value, whole) : path;
  if (!prepared.ok) {
    if (FINAL.includes(prepared.refusal.code)) await ctx.commit(endUploads(ctx, eq(uploads.id, upload.id)));
    return prepared;
  }
  const file = prepared.value;
  const before = sql`exists (select 1 from ${uploads} where ${unmoved(upload)})`;
  const statements = saveFileStatements(ctx.db, file, before);
  const results = await ctx.commit([
    ...statements,
    ctx.db
      .update(uploads)
      .set({ received: upload.length, parts: [], storedTs: ctx.now, storedPath: file.path })
      .where(and(unmoved(upload), file.saved))
      .returning({ id: uploads.id }),
    scheduleDeletionWhere(
      ctx.db,
      partsFolder(upload.id),
      ctx.now,
      sql`exists (select 1 from ${uploads} where ${uploads.id} = ${upload.id} and ${uploads.storedTs} is not null)`,
    ),
  ]);
  if ((results[statements.length] as unknown[]).length > 0) return ok(null);
  await discardFile(ctx, file);
  return refuse("conflict", { reason: "upload_offset" });
}
