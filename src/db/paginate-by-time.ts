import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import { formatTimeCursor, parseTimeCursor, type TimeCursor } from "@/shared/time-cursor";

/** Where to go on in a list: behind `after` or in front of `before`, cursors of its pages; else at its beginning. */
export type PageCursors = { after?: string | undefined; before?: string | undefined };

export type PageResult<R> = { rows: R[]; next: string | null; previous: string | null };

/**
 * A page of a list with the newest first, told apart by `ts` and `id`, which an index should hold in this order: what
 * its statement asks for, and `cut`, which makes the page of what was found. A damaged cursor means the beginning.
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
    orderBy: newer ? [asc(ts), asc(id)] : [desc(ts), desc(id)],
    /** One to spare, which says that there are more. */
    limit: size + 1,
    cut<R>(found: readonly R[], cursorOf: (row: R) => TimeCursor): PageResult<R> {
      const more = found.length > size;
      const rows = found.slice(0, size);
      if (newer) rows.reverse();
      const cursor = (row: R | undefined) => (row === undefined ? null : formatTimeCursor(cursorOf(row)));
      return {
        rows,
        next: newer || more ? cursor(rows.at(-1)) : null,
        previous: (newer ? more : older !== null) ? cursor(rows[0]) : null,
      };
    },
  };
}
