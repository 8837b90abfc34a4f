import type { SearchQuery } from "@/shared/schemas/search";
import type { UnderstandingOptions, UnderstoodSearch } from "./understand-search";

/**
 * Turns phrases of the typed text of a query into filters, as `understandSearch` does. Loads its code for the first
 * query with text.
 */
export async function understandQuery(
  query: Pick<SearchQuery, "filters" | "exact">,
  { now, replaceable }: UnderstandingOptions,
): Promise<UnderstoodSearch> {
  if (query.exact || query.filters.q === "") return { filters: query.filters, understood: [] };
  const { understandSearch } = await import("./understand-search");
  return understandSearch(query, replaceable ? { now, replaceable } : { now });
}
