import { and, desc, gt, lt, sql } from "drizzle-orm";
import { isTeacherOrAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { reserveKeys, scheduleDeletionWhereStatement } from "@/db/media-deletions";
import type { PendingFile } from "@/db/pending-file";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { mediaDeletions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { type FieldError, invalid, ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { toPictureError } from "@/shared/picture-limits";

/** Files of one teacher, to protect the image service and the bucket. */
const FILE_LIMIT = defineLimit("verification_files");

type VerificationFile = { userId: string; name: string };

/** The folder of a user's documents in the bucket. No public path leads below `private/`. */
export const toVerificationFolder = (userId: string): string => `private/verifications/${userId}/`;

/** Why the visitor may not write to a document's path; null for teachers and their own path. */
export const findVerificationFileRefusal = (ctx: Ctx, userId: string): Refusal | null =>
  ctx.user?.id === userId && isTeacherOrAdmin(ctx.user) ? null : { code: "forbidden" };

/** The error of a refused file, with its name and the limit. */
export const toDocumentError = (ctx: Ctx, code: string, fileName: string): FieldError => {
  const error = toPictureError(
    ctx.t,
    code === "document_too_many_pixels" ? "image_too_many_pixels" : code,
    fileName,
  );
  const limit =
    code === "document_too_large" ? `${DOCUMENT_LIMITS.bytes / 1024 ** 2} MB` : error.params?.limit;
  return { ...error, field: "files", params: { ...error.params, ...(limit ? { limit } : {}) } };
};

/**
 * Checks a file and stores it: a picture is re-encoded, a PDF stays as it is. A request has to name it within a day, or
 * it is deleted. It replaces an unused file of the same name and type. Refuses `forbidden` for another user's path,
 * `invalid` (field `files`) and `too_many`.
 */
export async function prepareVerificationFile(
  ctx: Ctx,
  { userId, name }: VerificationFile,
  bytes: Uint8Array<ArrayBuffer>,
  fileName = name,
): Promise<Result<PendingFile>> {
  const refusal = findVerificationFileRefusal(ctx, userId);
  if (refusal) return { ok: false, refusal };
  const refuseFile = (code: string) => invalid([toDocumentError(ctx, code, fileName)]);
  const inspected = await ctx.media.inspectDocument(bytes);
  if ("problem" in inspected) return refuseFile(inspected.problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, FILE_LIMIT, userId, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const isPdf = inspected.type === "pdf";
  const stored = isPdf ? bytes : await ctx.media.encodeDocument(bytes);
  if (!stored) return refuseFile("not_a_document");
  const extension = isPdf ? ".pdf" : ".webp";
  const replaced = (await listUnusedFiles(ctx, { userId, name })).filter((key) => key.endsWith(extension));
  // Each upload has its own key: a slow upload cannot write the file of a request, or write one again after its deletion.
  const key = `${toVerificationFolder(userId)}${name}.${ctx.newId()}${extension}`;
  await reserveKeys(ctx, { keys: [key], extraMs: DAY_MS });
  await ctx.media.putDocument(key, stored, isPdf ? "application/pdf" : "image/webp");
  await deleteUnusedFiles(ctx, replaced);
  const path = `${toVerificationFolder(userId)}${name}${extension}`;
  // The reservation stays until a request uses the file, so there is no row to write.
  return ok({ path, reservedKeys: [], statements: () => [], isSavedSql: sql`1` });
}

/**
 * Deletes an own file that no request uses, under either of its extensions. Refuses `forbidden` for another user's
 * path, and `not_found`.
 */
export async function deleteVerificationFile(ctx: Ctx, file: VerificationFile): Promise<Result<null>> {
  const refusal = findVerificationFileRefusal(ctx, file.userId);
  if (refusal) return { ok: false, refusal };
  const isDeleted = await deleteUnusedFiles(ctx, await listUnusedFiles(ctx, file));
  return isDeleted ? ok(null) : refuse("not_found");
}

/** The keys of stored files of this name that no request uses, the newest first. */
export async function listUnusedFiles(
  { db, media, now }: Ctx,
  { userId, name }: VerificationFile,
): Promise<string[]> {
  const start = `${toVerificationFolder(userId)}${name}`;
  const rows = await db
    .select({ key: mediaDeletions.key })
    .from(mediaDeletions)
    .where(
      and(
        // "/" follows "." in ASCII.
        gt(mediaDeletions.key, `${start}.`),
        lt(mediaDeletions.key, `${start}/`),
        gt(mediaDeletions.createdTs, now),
      ),
    )
    .orderBy(desc(mediaDeletions.createdTs));
  // Without the object, the upload is still running.
  const stored = await Promise.all(rows.map(async ({ key }) => ((await media.head(key)) ? [key] : [])));
  return stored.flat();
}

/** Deletes those of the files that no request has used since. False if there is none. */
async function deleteUnusedFiles(ctx: Ctx, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const results = await ctx.commit(
    keys.map((key) =>
      scheduleDeletionWhereStatement(ctx, {
        key,
        // A request removes the reservation of its files.
        guard: sql`exists (select 1 from media_deletions reserved where reserved.key = ${key} and reserved.created_ts > ${ctx.now})`,
      }),
    ),
  );
  return results.some(hasRows);
}
