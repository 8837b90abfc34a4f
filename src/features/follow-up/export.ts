import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { followUpNotes } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";

/** Rows that a user owned as an admin, as JSON for their export. */
export async function exportFollowUpNotes(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(followUpNotes)
    .where(eq(followUpNotes.ownerId, userId))
    .orderBy(asc(followUpNotes.updatedTs), asc(followUpNotes.key));
  return rows.map(({ key, sinceTs, note, due, outcome, snoozedUntil, updatedTs, version }) => ({
    key,
    since_ts: serializeTimestamp(sinceTs),
    note,
    due,
    outcome,
    snoozed_until: snoozedUntil,
    updated_ts: serializeTimestamp(updatedTs),
    version,
  }));
}
