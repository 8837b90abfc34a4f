import { SORTS, type Sort } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";

/** Where a page ends in the order of its sort: the place of its last (or first) listing, and the listing itself. */
export type Cursor = {
  sort: Sort;
  /** The tier of `relevance`, the metres of `distance`, else 0. */
  step: number;
  /** Bani an hour for prices, else the time of publication in ms. */
  key: number;
  id: string;
};

/** Whether a sort is one of those by price. */
export const isByPrice = (sort: Sort): boolean => sort === "price" || sort === "-price";

/** Serializes an opaque cursor. It omits the listing's number, which stays in the database. */
export function writeCursor({ sort, step, key, id }: Cursor): string {
  return btoa([SORTS.indexOf(sort), step, key, id].join("."))
    .replace(/=+$/, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Null for a cursor that is damaged or of another order: it shows the first page. */
export function readCursor(text: string | null, sort: Sort): Cursor | null {
  if (!text || text.length > 100) return null;
  let parts: string[];
  try {
    parts = atob(text.replaceAll("-", "+").replaceAll("_", "/")).split(".");
  } catch {
    return null;
  }
  const [order, step = "", key = "", id = "", ...rest] = parts;
  // A price beyond any would make a row number that is no whole number any more, which FTS5 passes over (0019).
  const keyPattern = isByPrice(sort) ? /^\d{1,6}$/ : /^\d{1,14}$/;
  const valid = /^\d{1,9}$/.test(step) && keyPattern.test(key) && ID_PATTERN.test(id) && rest.length === 0;
  return valid && SORTS[Number(order)] === sort ? { sort, step: Number(step), key: Number(key), id } : null;
}
