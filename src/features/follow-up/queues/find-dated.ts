import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { FollowUpQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import type { FollowUpRow } from "./row";
import { readOpenRows } from "./statements";

/** Notes that one statement reads; about the most rows returned. */
const AT_ONCE = 500;

/** Condition: notes of one queue, or of all. */
export const ofQueue = (queue: FollowUpQueue | null): SQL =>
  // ";" follows ":" in ASCII, so this is the range of keys with the queue's prefix.
  queue === null ? sql`true` : sql`note.key > ${`${queue}:`} and note.key < ${`${queue};`}`;

/**
 * Rows whose note fulfils `which`, if the note is about the row's present entry; about AT_ONCE at most, unordered.
 * Notes outlive their rows, so it reads on until it has enough rows. Admins write notes by hand, so there are few.
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
    const rows = await readOpenRows(ctx, [...since.keys()]);
    found.push(...rows.filter((row) => row.since === since.get(row.key)));
    if (notes.length < AT_ONCE) break;
  }
  return found;
}

/** Open rows due today or earlier, which come first; with `unassigned` only rows without an owner. */
export function findDated(
  ctx: Pick<Ctx, "db" | "now">,
  { queue = null, unassigned = false }: { queue?: FollowUpQueue | null; unassigned?: boolean } = {},
): Promise<FollowUpRow[]> {
  const today = toDay(ctx.now);
  const which = sql`note.due <= ${today} and note.outcome is null
    and (note.snoozed_until is null or note.snoozed_until <= ${today})
    and ${ofQueue(queue)} ${unassigned ? sql`and note.owner_id is null` : sql``}`;
  return findNoted(ctx, which, sql`note.due`);
}
