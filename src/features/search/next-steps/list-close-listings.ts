import type { Ctx } from "@/context";
import type { ListingCardRow } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { joinCards } from "./join-cards";
import { loadFirstCards } from "./load-first-cards";
import { listCloseSearches } from "./wider-searches";

/** Listings read of each search, some of which others find, too. */
const CARDS_PER_SEARCH = 6;
/** Online listings from elsewhere before those in the nearest counties. */
const MAX_ONLINE_FIRST = 3;

/**
 * Listings that are close to a search with few results, without its results, the closest first: of related levels or
 * slightly more expensive, then online from elsewhere, then in the nearest counties or farther away. One round trip;
 * none for a search without such filters.
 */
export async function listCloseListings(
  ctx: Pick<Ctx, "db" | "now">,
  filters: SearchFilters,
  results: readonly ListingCardRow[],
): Promise<ListingCardRow[]> {
  const { here, online, elsewhere } = listCloseSearches(filters);
  const searches = [...here, ...online, ...elsewhere];
  const cards = await loadFirstCards(ctx, searches, CARDS_PER_SEARCH + results.length);
  const nums = new Set(results.map(({ num }) => num));
  const lists = cards.map((list) => list.filter(({ num }) => !nums.has(num)));
  const onlineLists = lists.splice(here.length, online.length);
  const [before, after] = [lists.slice(0, here.length), lists.slice(here.length)];
  return joinCards([...before, onlineLists.flat().slice(0, MAX_ONLINE_FIRST), ...after, ...onlineLists]);
}
