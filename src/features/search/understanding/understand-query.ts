import type { Ctx } from "@/context";
import type { SearchFilters, SearchQuery } from "@/shared/schemas/search";
import type { UnderstoodSearch } from "./understand-search";

/**
 * Turns phrases of the typed text of a query into filters, as `understandSearch` does. Loads its code for the first
 * query with text.
 */
export async function understandQuery(
  query: Pick<SearchQuery, "filters" | "exact">,
  { now }: Ctx,
): Promise<UnderstoodSearch> {
  if (query.exact || query.filters.q === "") return { filters: query.filters, phrases: [] };
  const { understandSearch } = await import("./understand-search");
  return understandSearch(query, { now });
}

/** The check `hasMeaning` for searches with these or fewer words. Its code is loaded for searches with words. */
export async function loadMeaningCheck(
  { q }: SearchFilters,
  now: number,
): Promise<(filters: SearchFilters) => boolean> {
  if (q === "") return () => false;
  const { hasMeaning } = await import("./understand-search");
  return (filters) => hasMeaning(filters, now);
}
