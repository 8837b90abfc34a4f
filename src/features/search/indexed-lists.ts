import type { Ctx } from "@/context";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";
import { basePath, isIndexable } from "./list-words";
import { findScopeCounts } from "./scope-facts";

/**
 * Paths of the lists that search engines may show: of everything, each subject, each county, and both together; those
 * of the most listings first. One statement of a row for each, 902 at most.
 */
export async function findIndexedLists(ctx: Pick<Ctx, "db">): Promise<string[]> {
  const scopes = [null, ...SUBJECTS].flatMap((subject) =>
    [null, ...COUNTY_CODES].map((county) => ({ subject, county })),
  );
  const counts = await findScopeCounts(ctx, scopes);
  // Everything is counted nowhere.
  const bySubject = counts.filter(({ county }) => county === null);
  const all = {
    subject: null,
    county: null,
    listings: bySubject.reduce((sum, one) => sum + one.listings, 0),
  };
  return [all, ...counts]
    .filter(({ listings }) => isIndexable(listings))
    .map(({ subject, county }) => basePath({ subject, county }));
}
