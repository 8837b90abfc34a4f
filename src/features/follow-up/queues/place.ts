import type { FollowUpRow } from "./row";

/**
 * A row's position in a list: by day if the list has days, then by time (ms), then by key. Rows without a day come
 * last.
 */
export type FollowUpPosition = { day: string | null; ts: number; key: string };

const NO_DAY = "~";

/** Compares two positions: negative if the first comes before the other. */
export function comparePlaces(a: FollowUpPosition, b: FollowUpPosition): number {
  const [first, second] = [a.day ?? NO_DAY, b.day ?? NO_DAY];
  if (first !== second) return first < second ? -1 : 1;
  return a.ts - b.ts || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

export const writePlace = ({ day, ts, key }: FollowUpPosition): string =>
  `${day ?? ""}.${ts.toString(36)}.${key}`;

/** Parses a cursor; null if it is invalid, which shows the first page. */
export function readPlace(text: string | undefined): FollowUpPosition | null {
  const [, day, ts = "", key = ""] =
    text?.match(/^(\d{4}-\d{2}-\d{2})?\.([0-9a-z]{1,9})\.([a-z_]{1,40}:[\w-]{1,255})$/) ?? [];
  return key === "" ? null : { day: day ?? null, ts: parseInt(ts, 36), key };
}

/** A page of the rows after `after`, with the cursor of the next page. */
export function cutPage(
  rows: readonly FollowUpRow[],
  placeOf: (row: FollowUpRow) => FollowUpPosition,
  { after, size }: { after: FollowUpPosition | null; size: number },
): { rows: FollowUpRow[]; next: string | null } {
  const behind = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => after === null || comparePlaces(place, after) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place));
  const page = behind.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    next: behind.length > size && last ? writePlace(last.place) : null,
  };
}
