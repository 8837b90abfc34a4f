import type { ListingCardRow } from "@/features/listings";

/** Cards on two rows of a wide screen. */
const MAX_CARDS = 6;

/** The first cards of each list, then the second ones and so on, each listing once and none of `others`. */
export function mixCards(
  lists: readonly (readonly ListingCardRow[])[],
  others: readonly ListingCardRow[] = [],
): ListingCardRow[] {
  const otherNums = new Set(others.map(({ num }) => num));
  const mixed = new Map<number, ListingCardRow>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let n = 0; n < longest; n++)
    for (const list of lists) {
      const card = list[n];
      if (card && !otherNums.has(card.num) && mixed.size < MAX_CARDS) mixed.set(card.num, card);
    }
  return [...mixed.values()];
}
