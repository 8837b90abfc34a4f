import type { Ctx } from "@/context";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { isPriceSort } from "../matching/cursor";
import type { Matches } from "../matching/list-matches";
import { buildMatchQuery } from "../matching/match-query";
import { buildSliceQuery } from "../matching/result-slices";
import { type CloseSearch, groupCloseSearches } from "./wider-searches";

/** A listing that misses one filter of a search, or only its county. */
export type CloseListing = Pick<CloseSearch, "misses"> & { card: ListingCardRow };

/** A search with fewer results has close listings. */
const MIN_RESULTS = 5;
/** Cards on two rows of a wide screen. */
const MAX_CARDS = 6;
/** Listings of one search, before those of the next. */
const MAX_FIRST = 2;

/**
 * Listings that miss one filter of a search with few results, the closest first. One round trip; none for other
 * searches. `withElsewhere`: also those that match all filters and are online from elsewhere.
 */
export async function listCloseListings(
  ctx: Ctx,
  filters: SearchFilters,
  { total, isFirst }: Pick<Matches, "total" | "isFirst">,
  { withElsewhere = true } = {},
): Promise<CloseListing[]> {
  if (!isFirst || total === null || total >= MIN_RESULTS) return [];
  const load = async ({ misses, ...search }: CloseSearch) => {
    const cards = await loadListingCards(ctx, buildCloseQuery(ctx.now, search));
    return cards.map((card) => ({ card, misses }));
  };
  const groups = groupCloseSearches(filters).map((group) =>
    group.filter(({ misses }) => withElsewhere || misses !== "place"),
  );
  const found = await Promise.all(groups.map((group) => Promise.all(group.map(load))));
  const ordered = found.flatMap((lists) => [
    ...lists.flatMap((list) => list.slice(0, MAX_FIRST)),
    ...lists.flatMap((list) => list.slice(MAX_FIRST)),
  ]);
  const byNum = new Map(ordered.toReversed().map((close) => [close.card.num, close]));
  return [...byNum.values()].reverse().slice(0, MAX_CARDS);
}

function buildCloseQuery(now: number, { filters, without }: Omit<CloseSearch, "misses">): BoundSql {
  const match = buildMatchQuery(filters, { byPrice: isPriceSort(filters.sort) });
  const excluded = without.map((term) => `"${term}"`).join(" OR ");
  return buildSliceQuery({
    filters,
    now,
    cursor: null,
    isBackwards: false,
    limit: MAX_CARDS,
    match: boundSql`${excluded ? `(${match}) NOT (${excluded})` : match}`,
  });
}
