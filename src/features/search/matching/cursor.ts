import { SORTS, type Sort } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";

/** The position in a sort order where a page ends: the sort keys of its last (or first) listing, and the listing. */
export type Cursor = {
  sort: Sort;
  /** The tier of `relevance`, the meters of `distance`, else 0. */
  rank: number;
  /** Bani an hour in the orders by price, the rating key in that by rating, else the time of publication in ms. */
  key: number;
  id: string;
  /** Matches before this position; null if the cursor does not say, as in old links. */
  offset: number | null;
};

export const isPriceSort = (sort: Sort): boolean => sort === "price" || sort === "-price";
/** Whether the rowids of the sort's full text table hold its key (`NUMS_PER_KEY`). */
export const isKeyedSort = (sort: Sort): boolean => sort === "rating" || isPriceSort(sort);

/** A text for URLs. It omits the listing's number, which stays in the database. */
export const serializeCursor = ({ sort, rank, key, id, offset }: Cursor): string =>
  [SORTS.indexOf(sort), rank, key, id, ...(offset === null ? [] : [offset])].join(".");

/** Null for a cursor that is damaged or of another sort order. */
export function parseCursor(text: string | null, sort: Sort): Cursor | null {
  if (!text || text.length > 100) return null;
  const [order, rank = "", key = "", id = "", offset, ...rest] = text.split(".");
  // A key of more digits gives a rowid beyond the whole numbers, which FTS5 ignores (decision 0019).
  const keyPattern = isKeyedSort(sort) ? /^\d{1,6}$/ : /^\d{1,14}$/;
  const isValid =
    /^\d{1,9}$/.test(rank) &&
    keyPattern.test(key) &&
    ID_PATTERN.test(id) &&
    /^\d{1,7}$/.test(offset ?? "0") &&
    rest.length === 0;
  if (!isValid || SORTS[Number(order)] !== sort) return null;
  return {
    sort,
    rank: Number(rank),
    key: Number(key),
    id,
    offset: offset === undefined ? null : Number(offset),
  };
}
