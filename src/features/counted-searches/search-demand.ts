import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { searchDays, searchDemand } from "@/db/schema";
import { type County, SUBJECTS, type Subject } from "@/shared/codes";
import { addDays, type Day, listDays, toDay } from "@/shared/dates";

/** Days whose searches are the demand, today included. */
const DEMAND_DAYS = 30;
/** The first day of the demand. */
export const getFirstDemandDay = (now: number): Day => addDays(toDay(now), 1 - DEMAND_DAYS);
/** Fewer searches are not shown to teachers: they say little, and may be those of one visitor. */
const MIN_SEARCHES = 10;
/** Lines of a teacher with several listings. */
const MAX_LINES = 3;
/** Rows on the admins' page. */
const MAX_ROWS = 100;

/** Searches of the last 30 days for a subject in a county, and how many teachers offer it there now. */
export type SearchDemand = { subject: Subject; county: County; searches: number; teachers: number };

type SearchCounts = (typeof searchDays.$inferSelect)["counts"];

/** A row of the admins' page. "" for any subject or county. */
export type SearchDemandRow = {
  subject: Subject | "";
  county: County | "";
  searches: number;
  /** Searches that found nothing. */
  empty: number;
  teachers: number;
};

/**
 * The number of visible listings. In a subject and county these are about as many teachers: each may have one listing there,
 * or two after one of them was reinstated.
 */
const TEACHERS = sql.raw(`coalesce((select listings from listing_counts counted
  where counted.subject = search_demand.subject and counted.county = search_demand.county), 0)`);

/** The demand for a subject in a county; null for few searches. Reads two rows. */
export async function getSearchDemand(
  ctx: Pick<Ctx, "db">,
  { subject, county }: { subject: Subject; county: County },
): Promise<SearchDemand | null> {
  const [row] = await listDemand(ctx, sql`subject = ${subject} and county = ${county}`);
  return row ?? null;
}

/** The demand for the subjects of a teacher's listings in their counties, the most searches for each teacher first. */
export const listOwnDemand = (ctx: Pick<Ctx, "db">, ownerId: string): Promise<SearchDemand[]> =>
  listDemand(
    ctx,
    sql`(county, subject) in (select county, subject from listings where owner_id = ${ownerId} and state <> 'deleted')`,
  );

const listDemand = ({ db }: Pick<Ctx, "db">, where: SQL): Promise<SearchDemand[]> =>
  db.all(sql`
    select subject, county, searches, ${TEACHERS} as teachers from ${searchDemand}
    where ${where} and searches >= ${MIN_SEARCHES}
    order by searches / (teachers + 1.0) desc, subject, county limit ${MAX_LINES}`);

/** The subjects and counties with the most searches, or with the most that found nothing. Reads at most 1,003 rows. */
export function listSearchDemand(ctx: Ctx, sort: "searches" | "empty"): Promise<SearchDemandRow[]> {
  requireAdmin(ctx);
  return ctx.db.all(sql`
    select *, ${TEACHERS} as teachers from (
      select subject, county, searches, empty from ${searchDemand} where ${sql.raw(sort)} > 0
      order by ${sql.raw(sort)} desc, searches desc, subject, county limit ${MAX_ROWS}) search_demand`);
}

/**
 * Job: computes the demand from the searches of the last days, which are 30 rows of each subject. Only changed rows are
 * written.
 */
export async function refreshSearchDemand({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const days = listDays(getFirstDemandDay(now), toDay(now));
  const demand: (string | number)[][] = [];
  for (const subject of ["", ...SUBJECTS] as const) {
    const stored = await db
      .select({ counts: searchDays.counts })
      .from(searchDays)
      .where(and(inArray(searchDays.day, days), eq(searchDays.subject, subject)));
    const sums = sumByCounty(stored.map(({ counts }) => counts));
    demand.push(...Array.from(sums, ([county, [searches, empty]]) => [county, subject, searches, empty]));
  }
  const json = JSON.stringify(demand);
  await db.batch([
    db.run(sql`
      delete from ${searchDemand} where (county, subject) not in (
        select value ->> 0, value ->> 1 from json_each(${json}))`),
    db.run(sql`
      insert into ${searchDemand} (county, subject, searches, empty)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${json}) where true
      on conflict (county, subject) do update set searches = excluded.searches, empty = excluded.empty
        where (search_demand.searches, search_demand.empty) <> (excluded.searches, excluded.empty)`),
  ]);
}

function sumByCounty(days: readonly SearchCounts[]): Map<string, [searches: number, empty: number]> {
  const sums = new Map<string, [searches: number, empty: number]>();
  for (const counts of days) {
    for (const [key, [searches, empty]] of Object.entries(counts)) {
      const [county = ""] = key.split(":");
      const [searchesBefore, emptyBefore] = sums.get(county) ?? [0, 0];
      sums.set(county, [searchesBefore + searches, emptyBefore + empty]);
    }
  }
  return sums;
}
