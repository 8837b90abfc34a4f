import { noSuch } from "./errors";
import { optional, readInteger, readText } from "./readers";

/** Readers of the parameters of every list, for `readFields({...pagingReaders, …})`. */
export const pagingReaders = {
  limit: optional(readInteger(1, 100)),
  starting_after: optional(readText()),
  ending_before: optional(readText()),
};

type Paging = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

export type StripeList<T> = {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
};

/**
 * A page of `items`, which are in the order of the list (at Stripe: newest first).
 * @throws StripeError when the cursor names no object of this kind; `noun` as in "No such charge".
 */
export function createPage<T extends { id: string }>(
  items: T[],
  paging: Paging,
  url: string,
  noun: string,
): StripeList<T> {
  const limit = paging.limit ?? 10;
  const position = (id: string, param: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index === -1) throw noSuch(noun, id, param);
    return index;
  };
  if (paging.ending_before !== undefined) {
    // The page that ends just before the cursor, and whether there is more in that direction.
    const end = position(paging.ending_before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", url, has_more: start > 0, data: items.slice(start, end) };
  }
  const start =
    paging.starting_after === undefined ? 0 : position(paging.starting_after, "starting_after") + 1;
  return {
    object: "list",
    url,
    has_more: items.length > start + limit,
    data: items.slice(start, start + limit),
  };
}

/** A collection in the order in which Stripe lists it. */
export function newestFirst<T>(items: T[]): T[] {
  return items.toReversed();
}
