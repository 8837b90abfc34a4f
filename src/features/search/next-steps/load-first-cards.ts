import type { Ctx } from "@/context";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import { getDefaultSort, isSortApplicable, type SearchFilters } from "@/shared/schemas/search";
import { buildSliceQuery } from "../matching/result-slices";

/** The first `limit` listings of each search, in one round trip. */
export const loadFirstCards = (
  ctx: Pick<Ctx, "db" | "now">,
  searches: readonly SearchFilters[],
  limit: number,
): Promise<ListingCardRow[][]> =>
  Promise.all(
    searches.map((filters) => {
      const slice = { now: ctx.now, cursor: null, isBackwards: false, limit };
      return loadListingCards(
        ctx,
        buildSliceQuery({ ...slice, filters: { ...filters, sort: chooseSort(filters) } }),
      );
    }),
  );

/** The order of a search that was changed. Its words or place may be gone, and the order by distance reads more rows. */
const chooseSort = (filters: SearchFilters): SearchFilters["sort"] =>
  filters.sort !== "distance" && isSortApplicable(filters.sort, filters)
    ? filters.sort
    : getDefaultSort(filters);
