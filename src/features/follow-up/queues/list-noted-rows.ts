import { type SQL, sql } from "drizzle-orm";
import type { FollowUpQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { comparePositions, toOpenPosition } from "./position";
import { isInQueueSql, listRowsInQueue, listRowsWithDeadline } from "./queries";
import { type FollowUpRow, getDueTs } from "./row";
import type { QueueContext } from "./row-source";

/** Notes that one statement reads. */
const BATCH_SIZE = 500;

/**
 * Rows in their queue whose note fulfils `where` and applies to the current entry. Unordered, less than twice
 * `BATCH_SIZE`. Notes outlive their rows, so it reads further batches until it has `BATCH_SIZE` rows. Admins write
 * notes by hand, so there are few.
 */
export async function listNotedRowsInQueue(
  ctx: QueueContext,
  where: SQL,
  order: SQL,
): Promise<FollowUpRow[]> {
  const rowsInQueue: FollowUpRow[] = [];
  for (let skipped = 0; rowsInQueue.length < BATCH_SIZE; skipped += BATCH_SIZE) {
    const notes = await ctx.db.all<{ key: string; since_ts: number }>(sql`
      select note.key, note.since_ts from follow_up_notes note where ${where}
      order by ${order}, note.key limit ${BATCH_SIZE} offset ${skipped}`);
    const since = new Map(notes.map((note) => [note.key, note.since_ts]));
    const rows = await listRowsInQueue(ctx, [...since.keys()]);
    rowsInQueue.push(...rows.filter((row) => row.since === since.get(row.key)));
    if (notes.length < BATCH_SIZE) break;
  }
  return rowsInQueue;
}

/** Open rows due today or earlier, which come first; with `unassigned` only rows without an owner. */
export function listDueRows(
  ctx: QueueContext,
  { queue = null, unassigned = false }: { queue?: FollowUpQueue | null; unassigned?: boolean } = {},
): Promise<FollowUpRow[]> {
  const today = toDay(ctx.now);
  const where = sql`note.due <= ${today} and note.outcome is null
    and (note.snoozed_until is null or note.snoozed_until <= ${today})
    and ${isInQueueSql(queue)} ${unassigned ? sql`and note.owner_id is null` : sql``}`;
  return listNotedRowsInQueue(ctx, where, sql`note.due`);
}

/**
 * Rows with a deadline, also snoozed ones, and open rows due today or earlier: by harm as in the list, then by when they
 * are due.
 */
export async function listDeadlines(ctx: QueueContext): Promise<FollowUpRow[]> {
  const rows = (await Promise.all([listRowsWithDeadline(ctx), listDueRows(ctx)])).flat();
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const toPosition = toOpenPosition(toDay(ctx.now));
  return [...rowsByKey.values()]
    .map((row) => {
      const position = toPosition(row);
      // Of those due at one time, the oldest first.
      const key = `${String(row.since).padStart(14, "0")} ${row.key}`;
      return { row, position: { ...position, ts: getDueTs(row) ?? position.ts, key } };
    })
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ row }) => row);
}
