import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { discardFile, saveFileStatements } from "@/db/pending-file";
import { hasRows } from "@/db/returned-rows";
import { uploads } from "@/db/schema";
import { type ErrorCode, ok, type Result, refuse } from "@/shared/errors";
import { parseStoragePath } from "@/shared/storage-path";
import { prepareFile } from "./files";
import { deleteUploadsStatements, getOwnUpload, type StoredUpload, toPartsFolder } from "./uploads";

type Bytes = Uint8Array<ArrayBuffer>;

/** Far above the number of parts of any upload by a usual client. */
const MAX_PARTS = 200;
/** Refusals of a complete file that sending it again would not change. */
const FINAL_REFUSALS: readonly ErrorCode[] = ["invalid", "forbidden", "not_found", "conflict", "malformed"];

export type UploadPart = {
  uploadId: string;
  /** Position of the part in the file, in bytes. */
  offset: number;
  /** The announced length in bytes; null if not announced. */
  length: number | null;
  /** Reads the bytes; null if the connection broke. */
  read(): Promise<Bytes | null>;
};

/**
 * Stores the next bytes of an upload. The last part completes it: the file is checked and stored before the response.
 * Of two concurrent parts with the same offset, one is refused. Refuses `conflict` for another offset than the next
 * one, `too_large` beyond the announced length, and like `getOwnUpload`. A complete file is refused like in `putFile`;
 * the upload then ends, except after a limit or a temporary failure, when the same bytes may be sent again.
 * @returns the number of received bytes
 */
export async function receivePart(
  ctx: Ctx,
  part: UploadPart,
): Promise<Result<{ received: number; expiresTs: number }>> {
  const owned = await getOwnUpload(ctx, part.uploadId);
  if (!owned.ok) return owned;
  const upload = owned.value;
  const { expiresTs } = upload;
  if (part.offset !== upload.received) return refuse("conflict", { reason: "upload_offset" });
  const remaining = upload.length - upload.received;
  if ((part.length ?? 0) > remaining) return refuse("too_large", { reason: "upload_overrun" });
  const bytes = await part.read();
  if (!bytes) return refuse("malformed");
  if (bytes.length > remaining) return refuse("too_large", { reason: "upload_overrun" });
  if (bytes.length === 0) return ok({ received: upload.received, expiresTs });
  const stored =
    bytes.length === remaining
      ? await completeUpload(ctx, upload, bytes)
      : await storePart(ctx, upload, bytes);
  return stored.ok ? ok({ received: upload.received + bytes.length, expiresTs }) : stored;
}

/** Guard: no other request has changed the upload since it was read. */
const isUploadUnchangedSql = (upload: StoredUpload): SQL =>
  and(eq(uploads.id, upload.id), eq(uploads.received, upload.received), isNull(uploads.storedTs)) as SQL;

async function storePart(ctx: Ctx, upload: StoredUpload, bytes: Bytes): Promise<Result<null>> {
  if (upload.parts.length >= MAX_PARTS) return refuse("too_large", { reason: "upload_too_many_parts" });
  // A unique key, so that the part of a refused concurrent request can be removed alone.
  const key = `${toPartsFolder(upload.id)}${upload.received}-${ctx.newId()}`;
  await ctx.media.putPart(key, bytes);
  const updated = await ctx.db
    .update(uploads)
    .set({
      received: upload.received + bytes.length,
      parts: sql`json_insert(${uploads.parts}, '$[#]', ${key})`,
    })
    .where(isUploadUnchangedSql(upload))
    .returning({ id: uploads.id });
  if (updated.length > 0) return ok(null);
  await ctx.media.removeObjects([key]);
  return refuse("conflict", { reason: "upload_offset" });
}

/**
 * Joins, checks and stores the file, then counts the last bytes in the same batch, so that a complete upload always has
 * its file. After a lost response the client can ask for the upload's state.
 */
async function completeUpload(ctx: Ctx, upload: StoredUpload, last: Bytes): Promise<Result<null>> {
  const bytes = await ctx.media.join(upload.parts, last);
  if (!bytes) {
    // Another request finished first and removed the parts, or the parts are lost and the upload must restart.
    await ctx.commit(deleteUploadsStatements(ctx, isUploadUnchangedSql(upload)));
    return refuse("conflict", { reason: "upload_offset" });
  }
  const path = parseStoragePath(upload.path, false);
  const prepared = path.ok ? await prepareFile(ctx, path.value, bytes) : path;
  if (!prepared.ok) {
    if (FINAL_REFUSALS.includes(prepared.refusal.code))
      await ctx.commit(deleteUploadsStatements(ctx, eq(uploads.id, upload.id)));
    return prepared;
  }
  const file = prepared.value;
  const guard = sql`exists (select 1 from ${uploads} where ${isUploadUnchangedSql(upload)})`;
  const statements = saveFileStatements(ctx.db, file, guard);
  const results = await ctx.commit([
    ...statements,
    ctx.db
      .update(uploads)
      .set({ received: upload.length, parts: [], storedTs: ctx.now, storedPath: file.path })
      .where(and(isUploadUnchangedSql(upload), file.isSavedSql))
      .returning({ id: uploads.id }),
    scheduleDeletionWhereStatement(ctx, {
      key: toPartsFolder(upload.id),
      guard: sql`exists (select 1 from ${uploads} where ${uploads.id} = ${upload.id} and ${uploads.storedTs} is not null)`,
    }),
  ]);
  if (hasRows(results[statements.length])) return ok(null);
  await discardFile(ctx, file);
  return refuse("conflict", { reason: "upload_offset" });
}
