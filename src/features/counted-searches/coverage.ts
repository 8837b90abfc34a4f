import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listingCounts, requests, searchDemand } from "@/db/schema";
import { getDocument, LIMITS } from "@/features/settings";
import { COUNTY_CODES, type County, SUBJECTS, type Subject } from "@/shared/codes";
import { startOfDay } from "@/shared/dates";
import { DEFAULT_COVERAGE_GOAL } from "@/shared/default-limits";
import { getFirstDemandDay } from "./search-demand";

/** The teachers of a subject in a county now, and what learners looked for there in the last 30 days. */
export type CoverageCell = {
  subject: Subject;
  county: County;
  /**
   * Visible listings, which are as many teachers: each may have one of a subject in a county. A teacher who published
   * another one before an admin reinstated the first counts twice.
   */
  teachers: number;
  searches: number;
  /** Searches that found nothing. */
  empty: number;
  /** Requests that were opened for teachers to answer. */
  requests: number;
};

export type Coverage = {
  /** How many teachers each cell should have. */
  goal: number;
  /**
   * Those below the goal first. By demand, which is searches and requests together; of equal demand the fewest teachers
   * first.
   */
  cells: CoverageCell[];
};

/** Every subject in every county, or those of one subject or county. Reads some 2,000 rows, and the requests of 30 days. */
export async function getCoverage(
  ctx: Ctx,
  { subject, county }: { subject?: Subject | undefined; county?: County | undefined } = {},
): Promise<Coverage> {
  requireAdmin(ctx);
  const since = startOfDay(getFirstDemandDay(ctx.now));
  const [{ value }, cells] = await Promise.all([
    getDocument(ctx, LIMITS),
    ctx.db.all<CoverageCell>(sql`
      with opened as (
        select subject, county from ${requests} where state = 'open' and opened_ts >= ${since}
        union all
        select subject, county from ${requests}
        where state = 'closed' and closed_ts >= ${since} and opened_ts >= ${since}
      ), requested as (select subject, county, count(*) as requests from opened group by subject, county)
      select subjects.value as subject, counties.value as county, coalesce(listings, 0) as teachers,
        coalesce(searches, 0) as searches, coalesce(empty, 0) as empty, coalesce(requests, 0) as requests
      from json_each(${JSON.stringify(subject ? [subject] : SUBJECTS)}) subjects
      cross join json_each(${JSON.stringify(county ? [county] : COUNTY_CODES)}) counties
      left join ${listingCounts} counted on counted.subject = subjects.value and counted.county = counties.value
      left join ${searchDemand} demand on demand.subject = subjects.value and demand.county = counties.value
      left join requested on requested.subject = subjects.value and requested.county = counties.value
      order by coalesce(searches, 0) + coalesce(requests, 0) desc, teachers, subjects.key, counties.key`),
  ]);
  const goal = value.coverage_goal ?? DEFAULT_COVERAGE_GOAL;
  return {
    goal,
    cells: cells.toSorted((a, b) => Number(a.teachers >= goal) - Number(b.teachers >= goal)),
  };
}
