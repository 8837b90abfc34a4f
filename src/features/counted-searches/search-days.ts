import { and, asc, between, lt, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { searchDays, statisticsBatches } from "@/db/schema";
import type { County, Level, Subject } from "@/shared/codes";
import { addDays, type Day, type Period, parseDay, toDay } from "@/shared/dates";

/** Searches of a day with the same subject, level, county and online or not; "" for any. */
export type SearchDay = {
  day: Day;
  subject: Subject | "";
  level: Level | "";
  county: County | "";
  online: boolean;
  searches: number;
  /** Searches that found nothing. */
  empty: number;
};

/** How long the searches of a day are kept, in days. */
const KEPT_DAYS = 400;
/** Subjects of days that one hourly run deletes: those of 12 days. */
const MAX_SWEPT_ROWS = 256;

/** Adds the searches of statistics batches to their days. `batchIds` is a subquery. */
export const addSearchDaysSql = (batchIds: SQL): SQL => sql`
  with added as materialized (
    select batch.day, substr(entry.key, 1, instr(entry.key, ':') - 1) as subject,
      substr(entry.key, instr(entry.key, ':') + 1) as key, entry.value as counts
    from ${statisticsBatches} batch cross join json_each(batch.searches) entry where batch.id in ${batchIds}
  )
  insert into ${searchDays} (day, subject, counts)
  select day, subject, json_group_object(key, json_array(searches, empty)) from (
    select day, subject, key, sum(counts ->> 0) as searches, sum(counts ->> 1) as empty from (
      select * from added
      union all
      select stored.day, stored.subject, entry.key, entry.value
      from (select distinct day, subject from added) changed
      cross join ${searchDays} stored on stored.day = changed.day and stored.subject = changed.subject
      cross join json_each(stored.counts) entry
    ) group by day, subject, key
  ) where true group by day, subject
  on conflict (day, subject) do update set counts = excluded.counts`;

/** Subjects of days that one page reads; a page has at least one. */
const MAX_READ_ROWS = 100;

/**
 * The searches of a period in chronological order, and the cursor of the next page. A page ends with the subject of a
 * day that reaches `size`. `after` is the cursor of the page before; an invalid one means the first page.
 */
export async function listSearchDays(
  ctx: Ctx,
  { from, to }: Period,
  { after, size }: { after?: string | undefined; size: number },
): Promise<{ rows: SearchDay[]; next: string | null }> {
  requireAdmin(ctx);
  const found = await ctx.db
    .select()
    .from(searchDays)
    .where(and(between(searchDays.day, from, to), isAfterSql(after)))
    .orderBy(asc(searchDays.day), asc(searchDays.subject))
    .limit(MAX_READ_ROWS + 1);
  const rows: SearchDay[] = [];
  let read = 0;
  for (const row of found.slice(0, MAX_READ_ROWS)) {
    if (rows.length >= size) break;
    rows.push(...toSearchDays(row));
    read++;
  }
  const last = found[read - 1];
  return { rows, next: last && read < found.length ? `${last.day}:${last.subject}` : null };
}

function isAfterSql(cursor = ""): SQL | undefined {
  const [day = "", subject] = cursor.split(":");
  if (parseDay(day) === null || subject === undefined) return undefined;
  return sql`(${searchDays.day}, ${searchDays.subject}) > (${day}, ${subject})`;
}

const toSearchDays = ({ day, subject, counts }: typeof searchDays.$inferSelect): SearchDay[] =>
  Object.entries(counts)
    .sort(([key], [other]) => (key < other ? -1 : 1))
    .map(([key, [searches, empty]]) => {
      const [county, level, online] = key.split(":") as [County | "", Level | "", string];
      return { day, subject, level, county, online: online === "1", searches, empty };
    });

/** Job: deletes the searches of days that are no longer kept. */
export async function sweepSearchDays({ db, now }: Ctx): Promise<void> {
  const old = db
    .select({ rowid: sql`rowid` })
    .from(searchDays)
    .where(lt(searchDays.day, addDays(toDay(now), -KEPT_DAYS)))
    .limit(MAX_SWEPT_ROWS);
  await db.delete(searchDays).where(sql`rowid in ${old}`);
}
