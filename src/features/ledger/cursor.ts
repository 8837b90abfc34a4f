import { type Column, type SQL, sql } from "drizzle-orm";
import { readTimeCursor } from "@/shared/time-cursor";

/** How many rows a page of the ledger holds. */
export const PAGE = 20;

/** What stands behind `after` (the `next` of an answer) in a list with the newest first; a bad one means the first page. */
export function olderThan(after: string | undefined, ts: Column, id: Column): SQL | undefined {
  const last = readTimeCursor(after);
  return last ? sql`(${ts}, ${id}) < (${last.ts}, ${last.id})` : undefined;
}

/** The page of rows that were read with one to spare, and where the next one begins; null where there is none. */
export function pageOf<R>(
  rows: readonly R[],
  cursor: (row: R) => string,
): { page: R[]; next: string | null } {
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return { page, next: rows.length > PAGE && last ? cursor(last) : null };
}
