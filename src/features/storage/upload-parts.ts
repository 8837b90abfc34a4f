import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { staleMedia, uploads } from "@/db/schema";

/** Where the parts of all uploads stand in the bucket. */
export const PARTS_FOLDER = "uploads/";

export const partsFolder = (uploadId: string): string => `${PARTS_FOLDER}${uploadId}/`;

/** Lets go of the parts of all uploads that `which` speaks of; goes before the rows themselves. */
export const letGoOfParts = (ctx: Pick<Ctx, "db" | "now">, which: SQL): Statement =>
  insertWhere(
    ctx.db,
    staleMedia,
    { key: sql`${PARTS_FOLDER} || ${uploads.id} || '/'`, createdTs: ctx.now },
    which,
    uploads,
  ).onConflictDoNothing();

/** Ends uploads for good: their parts, then their rows. */
export const endUploads = (ctx: Pick<Ctx, "db" | "now">, which: SQL): Statement[] => [
  letGoOfParts(ctx, which),
  ctx.db.delete(uploads).where(which),
];

export const ofUser = (userId: string): SQL => eq(uploads.userId, userId);
