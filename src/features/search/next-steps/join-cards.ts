import type { ListingCardRow } from "@/features/listings";

/** Cards on two rows of a wide screen. */
const MAX_CARDS = 6;

/** The first cards of the lists in their order, each listing once. */
export const joinCards = (lists: readonly (readonly ListingCardRow[])[]): ListingCardRow[] =>
  [...new Map(lists.flat().map((card) => [card.num, card])).values()].slice(0, MAX_CARDS);
