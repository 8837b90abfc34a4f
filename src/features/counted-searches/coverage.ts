import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import {
  listingCounts,
  listingDecisions,
  listings,
  requests,
  searchDemand,
  searchEntries,
} from "@/db/schema";
import { getDocument, LIMITS } from "@/features/settings";
import { COUNTY_CODES, type County, SUBJECTS, type Subject } from "@/shared/codes";
import { startOfDay } from "@/shared/dates";
import { DEFAULT_COVERAGE_GOAL } from "@/shared/default-limits";
import { getFirstDemandDay } from "./search-demand";

/** The teachers of a subject in a county now, and what learners looked for there in the last 30 days. */
export type CoverageCell = {
  subject: Subject;
  county: County;
  /** Teachers with a visible listing. */
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

/**
 * Every subject in every county, or those of one subject or county. Reads some 2,000 rows, the requests of 30 days, and
 * the listings that an admin ever restricted. Only these can be a teacher's second in a subject and county: no limit
 * applies to their reinstatement.
 */
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
      ), requested as (select subject, county, count(*) as requests from opened group by subject, county),
      restricted as materialized (select distinct listing_id as id from ${listingDecisions} where listing_id is not null),
      repeated as (
        select entry.subject, entry.county, count(*) as more from restricted
        cross join ${listings} on listings.id = restricted.id cross join ${searchEntries} entry on entry.num = listings.num
        where exists (select 1 from ${listings} other cross join ${searchEntries} second on second.num = other.num
          where other.owner_id = listings.owner_id and second.subject = entry.subject and second.county = entry.county
            and (other.num > listings.num or other.id not in (select id from restricted)))
        group by entry.subject, entry.county)
      select subjects.value as subject, counties.value as county, coalesce(listings, 0) - coalesce(more, 0) as teachers,
        coalesce(searches, 0) as searches, coalesce(empty, 0) as empty, coalesce(requests, 0) as requests
      from json_each(${JSON.stringify(subject ? [subject] : SUBJECTS)}) subjects
      cross join json_each(${JSON.stringify(county ? [county] : COUNTY_CODES)}) counties
      left join ${listingCounts} counted on counted.subject = subjects.value and counted.county = counties.value
      left join ${searchDemand} demand on demand.subject = subjects.value and demand.county = counties.value
      left join repeated on repeated.subject = subjects.value and repeated.county = counties.value
      left join requested on requested.subject = subjects.value and requested.county = counties.value
      order by coalesce(searches, 0) + coalesce(requests, 0) desc, teachers, subjects.key, counties.key`),
  ]);
  const goal = value.coverage_goal ?? DEFAULT_COVERAGE_GOAL;
  return {
    goal,
    cells: cells.toSorted((a, b) => Number(a.teachers >= goal) - Number(b.teachers >= goal)),
  };
}
