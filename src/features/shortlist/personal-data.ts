import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { shortlistEntries } from "@/db/schema";

/** A user's shortlist as JSON for their export. */
export async function exportShortlist(ctx: Ctx, userId: string) {
  const { listingId, note, createdTs } = shortlistEntries;
  const rows = await ctx.db
    .select({ listingId, note, createdTs })
    .from(shortlistEntries)
    .where(eq(shortlistEntries.userId, userId))
    .orderBy(asc(createdTs), asc(listingId));
  return rows.map((row) => exportRow(shortlistEntries, row));
}

export const eraseShortlistStatement = ({ db }: Ctx, userId: string): Statement =>
  db.delete(shortlistEntries).where(eq(shortlistEntries.userId, userId));
