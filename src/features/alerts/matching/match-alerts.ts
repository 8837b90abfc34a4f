import { asc, eq, sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { deleteInBatches } from "@/db/delete-in-batches";
import { alertFilters, alertMatches, alertQueue, searchEntries } from "@/db/schema";
import { matchesEntrySql } from "@/features/search";
import { DAY_MS } from "@/shared/dates";
import { computeListingKeys } from "./filter-keys";
import { parseAlertQuery } from "./save-alert-filters";

/** Listings of one run. The job runs every minute, so it compares up to 43,200 a day. */
const LISTINGS_PER_RUN = 30;
/** Filters that one batch checks and writes. */
const FILTERS_PER_BATCH = 1_000;
/** Batches of one run. The jobs of a minute together send at most 1,000 statements. */
const BATCHES_PER_RUN = 60;
/** A run starts no batch after this time (ms), so that it ends before the next run. */
const RUN_MS = 20_000;
/** A listing that is hidden this long after its publication (ms) is new to nobody. */
const QUEUE_MS = 7 * DAY_MS;
/** Weekly digests contain matches of a week; the rest is for outages of their job (ms). */
const MATCHES_MS = 14 * DAY_MS;

/**
 * Finds the alerts that want the listings published since the last run, and stores the matches for the next digests.
 * The subject and county of a listing lead to the filters that may want it; the search's own conditions decide. A
 * listing that is not visible stays in the queue. Each batch writes its matches together with the progress of its
 * listing, so the next run continues after an aborted one. Returns the number of matches.
 */
export async function matchAlerts(ctx: Ctx): Promise<number> {
  const endTs = ctx.clock() + RUN_MS;
  let [matchCount, batchCount] = [0, 0];
  for (const listing of await listQueued(ctx)) {
    let { afterFiltersId } = listing;
    const candidates = await listCandidates(ctx, listing);
    for (let from = 0; from === 0 || from < candidates.length; from += FILTERS_PER_BATCH) {
      const currentCtx = withCurrentTime(ctx);
      if (batchCount++ >= BATCHES_PER_RUN || currentCtx.now >= endTs) return matchCount;
      const ids = candidates.slice(from, from + FILTERS_PER_BATCH);
      const matches = await listMatchingFilters(currentCtx, listing.num, ids);
      const isLast = from + FILTERS_PER_BATCH >= candidates.length;
      const progress = { afterFiltersId, lastFiltersId: isLast ? null : (ids.at(-1) ?? null) };
      await saveMatches(currentCtx, listing.num, matches, progress);
      matchCount += matches.length;
      afterFiltersId = progress.lastFiltersId ?? afterFiltersId;
    }
  }
  return matchCount;
}

/** The visible listings in the queue, the longest waiting first. */
const listQueued = ({ db, now }: Ctx) =>
  db
    .select({
      num: alertQueue.listingNum,
      afterFiltersId: alertQueue.afterFiltersId,
      subject: searchEntries.subject,
      county: searchEntries.county,
    })
    .from(alertQueue)
    .innerJoin(searchEntries, eq(searchEntries.num, alertQueue.listingNum))
    // The plus keeps SQLite from reading all listings by their expiry.
    .where(sql`+${searchEntries.expiresTs} > ${now}`)
    .orderBy(asc(alertQueue.listingNum))
    .limit(LISTINGS_PER_RUN);

type QueuedListing = Awaited<ReturnType<typeof listQueued>>[number];

/** The ids of the filters, after those already checked, that have a key of the listing. */
async function listCandidates({ db }: Ctx, listing: QueuedListing): Promise<number[]> {
  const keys = JSON.stringify(computeListingKeys(listing));
  const rows = await db.read<{ id: number }>(boundSql`
    select distinct filters_id as id from alert_filter_keys
    where key in (select value from json_each(${keys})) and filters_id > ${listing.afterFiltersId}
    order by filters_id`);
  return rows.map(({ id }) => id);
}

/**
 * The ids of the filters with which a search finds the listing now. Conditions of the same text are one query over the
 * values of all filters that share it.
 */
async function listMatchingFilters(ctx: Ctx, num: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const filters = await ctx.db
    .select({ id: alertFilters.id, query: alertFilters.query })
    .from(alertFilters)
    .where(sql`${alertFilters.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  const conditions = filters.map(({ id, query }) => ({
    id,
    condition: matchesEntrySql(parseAlertQuery(query), ctx.now),
  }));
  const byText = Map.groupBy(conditions, ({ condition }) => condition.parts.join("?"));
  const rows = await Promise.all(
    [...byText.values()].map((group) => {
      const [{ condition } = { condition: constantSql("0") }] = group;
      const values = JSON.stringify(group.map(({ id, condition: { values } }) => [id, ...values]));
      return ctx.db.read<{ id: number }>(boundSql`
        select wanted.value ->> 0 as id from json_each(${values}) wanted
        cross join search_entries entry on entry.num = ${num} where ${readValuesFrom(condition)}`);
    }),
  );
  return rows.flat().map(({ id }) => id);
}

/** A condition that reads its values from the JSON arrays of `wanted`, after the id. */
const readValuesFrom = ({ parts }: BoundSql): BoundSql =>
  joinSql(
    parts.flatMap((part, n) => [
      ...(n > 0 ? [constantSql(`(wanted.value ->> ${n})`)] : []),
      constantSql(part),
    ]),
    "",
  );

/**
 * Stores matches and the progress of the listing: the last filters that were checked, or null if all were. Nothing is
 * written if another run has moved the progress.
 */
async function saveMatches(
  { db, now, commit }: Ctx,
  num: number,
  matches: readonly number[],
  { afterFiltersId, lastFiltersId }: { afterFiltersId: number; lastFiltersId: number | null },
): Promise<void> {
  const isCurrentSql = sql`${alertQueue.listingNum} = ${num} and ${alertQueue.afterFiltersId} = ${afterFiltersId}`;
  await commit([
    // Filters whose last alert was deleted in the meantime are gone.
    db.run(sql`
      insert into ${alertMatches} (filters_id, listing_num, created_ts)
      select ${alertFilters.id}, ${num}, ${now} from ${alertFilters}
      where ${alertFilters.id} in (select value from json_each(${JSON.stringify(matches)}))
        and exists (select 1 from ${alertQueue} where ${isCurrentSql})`),
    lastFiltersId === null
      ? db.delete(alertQueue).where(isCurrentSql)
      : db.update(alertQueue).set({ afterFiltersId: lastFiltersId }).where(isCurrentSql),
  ]);
}

/** Deletes matches that every digest has had, and listings in the queue that stayed hidden. */
export async function sweepAlertMatches({ db, now }: Ctx): Promise<void> {
  await deleteInBatches(db, alertMatches, sql`${alertMatches.createdTs} <= ${now - MATCHES_MS}`);
  await deleteInBatches(db, alertQueue, sql`${alertQueue.publishedTs} <= ${now - QUEUE_MS}`);
}
