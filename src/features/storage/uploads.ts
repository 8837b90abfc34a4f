import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { uploads } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

export type StoredUpload = typeof uploads.$inferSelect;

/** The user's own upload. Refuses `not_found`, also for another user's upload, and `gone` after it expires. */
export async function getOwnUpload(ctx: Ctx, id: string): Promise<Result<StoredUpload>> {
  const user = requireUser(ctx);
  const upload = await ctx.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, user.id)))
    .get();
  if (!upload) return refuse("not_found");
  return upload.expiresTs <= ctx.now ? refuse("gone", { reason: "upload_expired" }) : ok(upload);
}

/** Deletes an upload and its parts; a file that it completed stays. Refuses like `getOwnUpload`. */
export async function deleteUpload(ctx: Ctx, id: string): Promise<Result<null>> {
  const owned = await getOwnUpload(ctx, id);
  if (!owned.ok) return owned;
  await ctx.commit(deleteUploadsStatements(ctx, eq(uploads.id, id)));
  return ok(null);
}

/** The bucket's folder for the parts of all uploads. */
export const PARTS_FOLDER = "uploads/";

export const toPartsFolder = (uploadId: string): string => `${PARTS_FOLDER}${uploadId}/`;

/** Deletes uploads: schedules the deletion of their parts, then deletes their rows. */
export const deleteUploadsStatements = (ctx: Ctx, condition: SQL): Statement[] => [
  scheduleDeletionWhereStatement(ctx, {
    key: sql`${PARTS_FOLDER} || ${uploads.id} || '/'`,
    guard: condition,
    from: uploads,
  }),
  ctx.db.delete(uploads).where(condition),
];

export const isOwnedBySql = (userId: string): SQL => eq(uploads.userId, userId);
