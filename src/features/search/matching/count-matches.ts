import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import type { County, Subject } from "@/shared/codes";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { listScopeCounts } from "../counts/list-scope-counts";
import { isScopeOnly, toScope } from "../counts/scopes";
import { circle, coverRing, listSeatsIn } from "./geo-cells";
import type { Area } from "./match-query";
import { matchesEntrySql } from "./matches-entry-sql";
import { buildPriceOrderQuery, entryConditionsSql } from "./result-slices";

type CountContext = Pick<Ctx, "db" | "now">;

/** The total is exact up to this number; beyond, it is "1,000+". */
export const MAX_COUNTED = 1000;
/** Maximum cells that cover a circle. More cells leave fewer matches whose distance is compared. */
const COUNT_CELLS = 400;
/**
 * Expired entries that are read; as many matches are counted past the limit, because these may be among them. A job
 * removes them every minute; at 1,000,000 listings, eight expire in it.
 */
const MAX_EXPIRED = 100;

/** A time at which no entry has expired (ms). */
const WITH_EXPIRED = 0;

/** An entry that has expired and is not removed yet. */
type ExpiredEntry = { num: number; subject: Subject; county: County };

/** Up to one more than `MAX_EXPIRED`. */
const listExpiredEntries = ({ db, now }: CountContext): Promise<ExpiredEntry[]> =>
  db.read(boundSql`select num, subject, county from search_entries
    where expires_ts <= ${now} limit ${constantSql(MAX_EXPIRED + 1)}`);

/**
 * The number of matches of a search; `maxCount + 1` means any larger number. A subject and county alone have a stored
 * count. Others are counted by reading the row numbers of matches, one row each, up to the limit. If expired entries of
 * the subject and county may be among them, one more round trip counts those. If they are too many, the entry of each
 * match is read.
 */
export async function countMatches(
  ctx: CountContext,
  filters: SearchFilters,
  maxCount: number = MAX_COUNTED,
): Promise<number> {
  const limit = maxCount + 1;
  const isStored = isScopeOnly({ ...filters, sort: NO_FILTERS.sort });
  const [expired, count] = await Promise.all([
    listExpiredEntries(ctx),
    isStored ? readStoredCount(ctx, filters) : readCount(ctx, filters, limit + MAX_EXPIRED),
  ]);
  if (expired.length > MAX_EXPIRED) return countEntries(ctx, filters, limit);
  const inScope = expired.filter(
    ({ subject, county }) =>
      (filters.subject.length === 0 || filters.subject.includes(subject)) &&
      (!filters.county || county === filters.county),
  );
  if (isStored || count - inScope.length >= limit) return Math.min(count - inScope.length, limit);
  const live = count - (await countExpiredMatches(ctx, filters, inScope));
  return Math.min(live, limit);
}

/** Whether a search has a match, by at most 101 rows of the index. */
export const hasMatches = async (ctx: CountContext, filters: SearchFilters): Promise<boolean> =>
  (await countMatches(ctx, filters, 0)) > 0;

async function readStoredCount(ctx: CountContext, filters: SearchFilters): Promise<number> {
  const [scope] = await listScopeCounts(ctx, [toScope(filters)]);
  return scope?.listings ?? 0;
}

/**
 * Counts up to `limit` matches in the order by price, where a price range is exact, with expired ones: first those in
 * cells inside the circle of a search near a place, then the entries of those in cells that cross it.
 */
async function readCount({ db }: CountContext, filters: SearchFilters, limit: number): Promise<number> {
  const { near, radius } = filters;
  const cover = near && coverRing(circle(near, radius), COUNT_CELLS);
  const getArea = (overlap: "inside" | "crossing"): Area | undefined =>
    near && cover
      ? {
          cells: cover.filter((covering) => covering.overlap === overlap).map(({ cell }) => cell),
          seats: overlap === "inside" ? listSeatsIn(circle(near, radius)) : [],
        }
      : undefined;
  const inside = boundSql`select count(*) as n from (${buildPriceOrderQuery(filters, getArea("inside"))} limit ${constantSql(limit)})`;
  const crossing = cover
    ? buildEntriesQuery(
        filters,
        WITH_EXPIRED,
        boundSql`(select ${constantSql(limit)} - n from inside)`,
        getArea("crossing"),
      )
    : null;
  const [row] = await db.read<{ n: number }>(
    boundSql`with inside as materialized (${inside})
      select n + ${crossing ? boundSql`(select count(*) from (${crossing}))` : constantSql("0")} as n from inside`,
  );
  return row?.n ?? 0;
}

/** The number of expired entries that match a search. */
async function countExpiredMatches(
  { db }: CountContext,
  filters: SearchFilters,
  expired: readonly ExpiredEntry[],
): Promise<number> {
  if (expired.length === 0) return 0;
  const nums = JSON.stringify(expired.map(({ num }) => num));
  const [row] = await db.read<{ n: number }>(boundSql`
    select count(*) as n from json_each(${nums}) cross join search_entries entry on entry.num = value
    where ${matchesEntrySql(filters, WITH_EXPIRED)}`);
  return row?.n ?? 0;
}

async function countEntries(
  { db, now }: CountContext,
  filters: SearchFilters,
  limit: number,
): Promise<number> {
  const [row] = await db.read<{ n: number }>(
    boundSql`select count(*) as n from (${buildEntriesQuery(filters, now, constantSql(limit))})`,
  );
  return row?.n ?? 0;
}

/** Matches by their entries, which have the exact distance and expiry: a query of `num`. Reads two rows for each. */
const buildEntriesQuery = (
  filters: SearchFilters,
  now: number,
  limit: BoundSql,
  area?: Area,
): BoundSql => boundSql`select num from (${buildPriceOrderQuery(filters, area)})
  cross join search_entries entry using (num) where ${entryConditionsSql(filters, now)} limit ${limit}`;

/** The numbers of at most `limit` matches, in the order by price. Reads two rows each. */
export async function listMatchNums(
  { db, now }: CountContext,
  filters: SearchFilters,
  limit: number,
): Promise<number[]> {
  const rows = await db.read<{ num: number }>(buildEntriesQuery(filters, now, constantSql(limit)));
  return rows.map(({ num }) => num);
}
