import type { Ctx } from "@/context";
import { findScopeCounts, type ScopeCount } from "@/features/search";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";

/** Subjects and counties that have listings, the largest first. One statement of 62 rows. */
export async function findWaysIn(
  ctx: Pick<Ctx, "db">,
): Promise<{ subjects: ScopeCount[]; counties: ScopeCount[] }> {
  const counts = await findScopeCounts(ctx, [
    ...SUBJECTS.map((subject) => ({ subject, county: null })),
    ...COUNTY_CODES.map((county) => ({ subject: null, county })),
  ]);
  return {
    subjects: counts.filter(({ subject }) => subject !== null),
    counties: counts.filter(({ county }) => county !== null),
  };
}
