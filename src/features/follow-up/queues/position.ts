import type { Day } from "@/shared/dates";
import { type FollowUpRow, getOpenRank } from "./row";
import { RANKS } from "./row-source";

/**
 * A row's position in a list: by rank, by day if the list has days, then by time (ms), then by key. Rows without a day
 * come last.
 */
export type FollowUpPosition = { rank: number; day: string | null; ts: number; key: string };

const NO_DAY = "~";

/** Compares two positions: negative if the first comes before the other. */
export function comparePositions(a: FollowUpPosition, b: FollowUpPosition): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  const [first, second] = [a.day ?? NO_DAY, b.day ?? NO_DAY];
  if (first !== second) return first < second ? -1 : 1;
  return a.ts - b.ts || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** The position of an open row. */
export const toOpenPosition =
  (today: Day) =>
  (row: FollowUpRow): FollowUpPosition => {
    const rank = getOpenRank(row, today);
    return { rank, day: rank === RANKS.planned ? row.due : null, ts: row.since, key: row.key };
  };
