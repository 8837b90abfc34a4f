import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { uploads } from "@/db/schema";

/** The bucket's folder for the parts of all uploads. */
export const PARTS_FOLDER = "uploads/";

export const partsFolder = (uploadId: string): string => `${PARTS_FOLDER}${uploadId}/`;

/** Ends uploads for good: their parts, then their rows. */
export const endUploads = (ctx: Pick<Ctx, "db" | "now">, which: SQL): Statement[] => [
  scheduleDeletionWhere(ctx.db, sql`${PARTS_FOLDER} || ${uploads.id} || '/'`, ctx.now, which, uploads),
  ctx.db.delete(uploads).where(which),
];

export const ofUser = (userId: string): SQL => eq(uploads.userId, userId);
