import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { FollowUpQueue } from "@/shared/codes";
import { dayOf } from "@/shared/dates";
import type { FollowUpRow } from "./row";
import { readStanding } from "./statements";

/** Of more rows at once nobody would see the end; and so many notes are read at a time. */
const AT_ONCE = 500;

/** Of one queue's notes. */
export const ofQueue = (queue: FollowUpQueue | null): SQL =>
  // A colon is followed by a semicolon.
  queue === null ? sql`true` : sql`note.key > ${`${queue}:`} and note.key < ${`${queue};`}`;

/**
 * Rows with a note that `which` holds of, where it is about the row as it stands there now; AT_ONCE or some more at most.
 * In no order. Notes outlive their rows, so it reads on until it has rows enough: people wrote them by hand, so there
 * are not many.
 */
export async function findNoted(
  ctx: Pick<Ctx, "db" | "now">,
  which: SQL,
  order: SQL,
): Promise<FollowUpRow[]> {
  const found: FollowUpRow[] = [];
  for (let skipped = 0; found.length < AT_ONCE; skipped += AT_ONCE) {
    const notes = await ctx.db.all<{ key: string; since_ts: number }>(sql`
      select note.key, note.since_ts from follow_up_notes note where ${which}
      order by ${order}, note.key limit ${AT_ONCE} offset ${skipped}`);
    const since = new Map(notes.map((note) => [note.key, note.since_ts]));
    const rows = await readStanding(ctx, [...since.keys()]);
    found.push(...rows.filter((row) => row.since === since.get(row.key)));
    if (notes.length < AT_ONCE) break;
  }
  return found;
}

/** Open rows whose day it is or was, which come before all others; with `nobodys` those without an owner. */
export function findDated(
  ctx: Pick<Ctx, "db" | "now">,
  { queue = null, nobodys = false }: { queue?: FollowUpQueue | null; nobodys?: boolean } = {},
): Promise<FollowUpRow[]> {
  const today = dayOf(ctx.now);
  const which = sql`note.due <= ${today} and note.outcome is null
    and (note.snoozed_until is null or note.snoozed_until <= ${today})
    and ${ofQueue(queue)} ${nobodys ? sql`and note.owner_id is null` : sql``}`;
  return findNoted(ctx, which, sql`note.due`);
}
