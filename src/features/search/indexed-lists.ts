import type { Ctx } from "@/context";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";
import { basePath, isIndexable } from "./list-words";
import { findScopeCounts } from "./scope-facts";

/**
 * Paths of the lists that search engines may show: all listings, each subject, each county, and both together, sorted
 * by their number of listings. One statement of at most 903 rows.
 */
export async function findIndexedLists(ctx: Pick<Ctx, "db">): Promise<string[]> {
  const scopes = [null, ...SUBJECTS].flatMap((subject) =>
    [null, ...COUNTY_CODES].map((county) => ({ subject, county })),
  );
  const counts = await findScopeCounts(ctx, scopes);
  return counts
    .filter(({ listings }) => isIndexable(listings))
    .map(({ subject, county }) => basePath({ subject, county }));
}
