import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import { formatTimeCursor, parseTimeCursor, type TimeCursor } from "@/shared/time-cursor";

/** Position of a page in a list: after or before a cursor; without cursors, the first page. */
export type PageCursors = { after?: string | undefined; before?: string | undefined };

export type PageResult<R> = { rows: R[]; next: string | null; previous: string | null };

/**
 * Keyset pagination by `ts` and `id`, the newest first; an index should have these columns. Returns the parts of the
 * SELECT, and `toPage`, which makes the page of the rows found. An invalid cursor means the first page.
 */
export function paginateByTime(
  list: { ts: Column; id: Column; size: number },
  { after, before }: PageCursors,
) {
  const { ts, id, size } = list;
  const older = parseTimeCursor(after);
  const newer = older ? null : parseTimeCursor(before);
  const from = older ?? newer;
  const within: SQL | undefined = from
    ? sql`(${ts}, ${id}) ${sql.raw(newer ? ">" : "<")} (${from.ts}, ${from.id})`
    : undefined;
  return {
    within,
    /** Whether the SELECT finds the oldest row first; `toPage` turns the order round. */
    isReversed: newer !== null,
    orderBy: newer ? [asc(ts), asc(id)] : [desc(ts), desc(id)],
    /** One row more than the page, to know whether there is a next page. */
    limit: size + 1,
    toPage<R>(found: readonly R[], toCursor: (row: R) => TimeCursor): PageResult<R> {
      const more = found.length > size;
      const rows = found.slice(0, size);
      if (newer) rows.reverse();
      const cursor = (row: R | undefined) => (row === undefined ? null : formatTimeCursor(toCursor(row)));
      return {
        rows,
        next: newer || more ? cursor(rows.at(-1)) : null,
        previous: (newer ? more : older !== null) ? cursor(rows[0]) : null,
      };
    },
  };
}
