import { asc } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { uploads } from "@/db/schema";
import { eraseProfilePictureStatements } from "@/features/profile";
import { deleteUploadsStatements, isOwnedBySql } from "./uploads";

/** A user's uploads of the last day, as JSON for their export. */
export async function exportStorage(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(uploads)
    .where(isOwnedBySql(userId))
    .orderBy(asc(uploads.createdTs), asc(uploads.id));
  return rows.map((upload) => exportRow(uploads, upload, ["userId", "parts"]));
}

/** Deletes a user's uploads and profile picture: rows and objects of the bucket. */
export const eraseStorageStatements = (ctx: Ctx, userId: string): Statement[] => [
  ...deleteUploadsStatements(ctx, isOwnedBySql(userId)),
  ...eraseProfilePictureStatements(ctx, userId),
];
