import type { Ctx } from "@/context";
import type { ListingCardRow } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { loadFirstCards } from "./load-first-cards";
import { mixCards } from "./mix-cards";
import { listCloseSearches } from "./wider-searches";

/** Listings read of each search, some of which others find, too. */
const CARDS_PER_SEARCH = 6;

/**
 * Listings that are close to a search with few results, without its results: of related levels, online from elsewhere,
 * in the nearest counties or farther away. One round trip; none for a search without such filters.
 */
export async function listCloseListings(
  ctx: Pick<Ctx, "db" | "now">,
  filters: SearchFilters,
  results: readonly ListingCardRow[],
): Promise<ListingCardRow[]> {
  const lists = await loadFirstCards(ctx, listCloseSearches(filters), CARDS_PER_SEARCH + results.length);
  return mixCards(lists, results);
}
