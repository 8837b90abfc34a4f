import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { FollowUpQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import type { FollowUpRow } from "./row";
import { listRowsInQueue } from "./statements";

/** Notes that one statement reads; about the most rows returned. */
const BATCH_SIZE = 500;

/** Condition: notes of one queue, or of all. */
export const isInQueue = (queue: FollowUpQueue | null): SQL =>
  // ";" follows ":" in ASCII, so this is the range of keys with the queue's prefix.
  queue === null ? sql`true` : sql`note.key > ${`${queue}:`} and note.key < ${`${queue};`}`;

/**
 * Rows whose note fulfils `which`, if the note is about the row's present entry; about AT_ONCE at most, unordered.
 * Notes outlive their rows, so it reads on until it has enough rows. Admins write notes by hand, so there are few.
 */
export async function listNotedRows(
  ctx: Pick<Ctx, "db" | "now">,
  which: SQL,
  order: SQL,
): Promise<FollowUpRow[]> {
  const found: FollowUpRow[] = [];
  for (let skipped = 0; found.length < BATCH_SIZE; skipped += BATCH_SIZE) {
    const notes = await ctx.db.all<{ key: string; since_ts: number }>(sql`
      select note.key, note.since_ts from follow_up_notes note where ${which}
      order by ${order}, note.key limit ${BATCH_SIZE} offset ${skipped}`);
    const since = new Map(notes.map((note) => [note.key, note.since_ts]));
    const rows = await listRowsInQueue(ctx, [...since.keys()]);
    found.push(...rows.filter((row) => row.since === since.get(row.key)));
    if (notes.length < BATCH_SIZE) break;
  }
  return found;
}

/** Open rows due today or earlier, which come first; with `unassigned` only rows without an owner. */
export function listDueRows(
  ctx: Pick<Ctx, "db" | "now">,
  { queue = null, unassigned = false }: { queue?: FollowUpQueue | null; unassigned?: boolean } = {},
): Promise<FollowUpRow[]> {
  const today = toDay(ctx.now);
  const which = sql`note.due <= ${today} and note.outcome is null
    and (note.snoozed_until is null or note.snoozed_until <= ${today})
    and ${isInQueue(queue)} ${unassigned ? sql`and note.owner_id is null` : sql``}`;
  return listNotedRows(ctx, which, sql`note.due`);
}
