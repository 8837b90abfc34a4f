import { and, gt, sql } from "drizzle-orm";
import { isTeacherOrAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { scheduleDeletionStatements } from "@/db/media-deletions";
import type { PendingFile } from "@/db/pending-file";
import { defineLimit, hitLimit } from "@/db/rate-limits";
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
export const toDocumentError = (ctx: Pick<Ctx, "t">, code: string, fileName: string): FieldError => {
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
 * it is deleted. An unused file of the same name is replaced. Refuses `forbidden` for another user's path, `invalid`
 * (field `files`), `too_many`, and `conflict` for the name of a file that a request uses.
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
  const inspected = ctx.media.inspectDocument(bytes);
  if ("problem" in inspected) return refuseFile(inspected.problem);
  const { allowed, retryAfter } = await hitLimit(ctx.db, FILE_LIMIT, userId, ctx.now);
  if (!allowed) return refuse("too_many", { retryAfter });
  const isPdf = inspected.type === "pdf";
  const stored = isPdf ? bytes : await ctx.media.encodeDocument(bytes);
  if (!stored) return refuseFile("not_a_document");
  const path = `${toVerificationFolder(userId)}${name}.${isPdf ? "pdf" : "webp"}`;
  if (!(await reserveForADay(ctx, path))) return refuse("conflict", { reason: "file_in_use" });
  await ctx.media.putDocument(path, stored, isPdf ? "application/pdf" : "image/webp");
  // The reservation stays until a request uses the file, so there is no row to write.
  return ok({ path, reservedKeys: [], statements: () => [], saved: sql`1` });
}

/** False if a request uses the file, or its deletion has begun. */
async function reserveForADay({ db, now }: Ctx, key: string): Promise<boolean> {
  const createdTs = now + DAY_MS;
  const [userId, file] = key.split("/").slice(-2);
  const isUsedSql = sql`exists (select 1 from verifications, json_each(verifications.files) used
    where verifications.user_id = ${userId} and used.value = ${file})`;
  const reserved = await db
    .insert(mediaDeletions)
    .select(sql`select ${key}, ${createdTs} where not ${isUsedSql}`)
    .onConflictDoUpdate({
      target: mediaDeletions.key,
      set: { createdTs },
      setWhere: gt(mediaDeletions.createdTs, now),
    })
    .returning();
  return reserved.length > 0;
}

/**
 * Deletes an own file that no request uses, under either of its extensions. Refuses `forbidden` for another user's
 * path, and `not_found`.
 */
export async function deleteVerificationFile(
  ctx: Ctx,
  { userId, name }: VerificationFile,
): Promise<Result<null>> {
  const refusal = findVerificationFileRefusal(ctx, userId);
  if (refusal) return { ok: false, refusal };
  const keys = await listUnusedFiles(ctx, toFileKeys({ userId, name }));
  if (keys.length === 0) return refuse("not_found");
  await ctx.commit(scheduleDeletionStatements(ctx, keys));
  return ok(null);
}

/** The keys that a file of this name may have. */
export const toFileKeys = ({ userId, name }: VerificationFile): string[] =>
  ["webp", "pdf"].map((extension) => `${toVerificationFolder(userId)}${name}.${extension}`);

/** Those of the keys whose file is stored and used by no request. */
export async function listUnusedFiles(
  { db, media, now }: Pick<Ctx, "db" | "media" | "now">,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ key: mediaDeletions.key })
    .from(mediaDeletions)
    .where(
      and(
        sql`${mediaDeletions.key} in (select value from json_each(${JSON.stringify(keys)}))`,
        gt(mediaDeletions.createdTs, now),
      ),
    );
  const stored = await Promise.all(rows.map(async ({ key }) => ((await media.head(key)) ? [key] : [])));
  return stored.flat();
}
