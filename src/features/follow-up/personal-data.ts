import { asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { followUpNotes } from "@/db/schema";
import { type FollowUpUser, selectFollowUpKeysSql } from "@/features/users";

/** Rows that a user owned as an admin, as JSON for their export. */
export async function exportFollowUpNotes(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(followUpNotes)
    .where(eq(followUpNotes.ownerId, userId))
    .orderBy(asc(followUpNotes.updatedTs), asc(followUpNotes.key));
  return rows.map((note) => exportRow(followUpNotes, note, ["ownerId"]));
}

/**
 * Deletes notes about a user's data and removes the user as owner of other notes. Must run before that data is erased,
 * because it leads to the notes.
 */
export const eraseFollowUpNotesStatements = (ctx: Ctx, user: FollowUpUser): Statement[] => [
  ...selectFollowUpKeysSql(ctx, user).map((keys) =>
    ctx.db.run(sql`delete from ${followUpNotes} where key in ${keys}`),
  ),
  ctx.db.update(followUpNotes).set({ ownerId: null }).where(eq(followUpNotes.ownerId, user.id)),
];
