import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import type { GeoCell } from "@/db/search-codes";
import type { County, Subject } from "@/shared/codes";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { listScopeCounts } from "../counts/listing-counts";
import { isScopeOnly, toScope } from "../counts/scopes";
import { circle, coverRing } from "./geo-cells";
import { buildPriceOrderQuery, entryConditionsSql } from "./result-slices";

type CountContext = Pick<Ctx, "db" | "now">;

/** The total is exact up to this number; beyond, it is "1,000+". */
export const MAX_COUNTED = 1000;
/** Maximum cells that cover a circle. More cells leave fewer matches whose distance is compared. */
const COUNT_CELLS = 400;
/** Matches are read past the limit, because some may have expired. */
const SPARE = 20;
/** Expired entries that are read. A job removes them every minute; at 1,000,000 listings, eight expire in it. */
const MAX_EXPIRED = 100;

/** An entry that has expired and is not removed yet. */
type ExpiredEntry = { num: number; subject: Subject; county: County };

/** Up to one more than `MAX_EXPIRED`. */
const listExpiredEntries = ({ db, now }: CountContext): Promise<ExpiredEntry[]> =>
  db.read(boundSql`select num, subject, county from search_entries
    where expires_ts <= ${now} limit ${constantSql(MAX_EXPIRED + 1)}`);

/**
 * The number of matches of a search; `maxCount + 1` means any larger number. A subject and county alone have a stored
 * count. Others are counted by reading the row numbers of matches, one row each, up to the limit. What has expired is
 * subtracted; if that is too much to compare, the entry of each match is read.
 */
export async function countMatches(
  ctx: CountContext,
  filters: SearchFilters,
  maxCount: number = MAX_COUNTED,
): Promise<number> {
  const limit = maxCount + 1;
  const [expired, count] = await Promise.all([
    listExpiredEntries(ctx),
    isScopeOnly({ ...filters, sort: NO_FILTERS.sort })
      ? readStoredCount(ctx, filters)
      : readMatches(ctx, filters, limit + SPARE),
  ]);
  const live = expired.length > MAX_EXPIRED ? null : count(expired);
  return Math.min(live ?? (await countEntries(ctx, filters, limit)), limit);
}

/** Computes a count from the expired entries; null if too few matches were read. */
type Count = (expired: readonly ExpiredEntry[]) => number | null;

async function readStoredCount(ctx: CountContext, filters: SearchFilters): Promise<Count> {
  const { subject, county } = toScope(filters);
  const [scope] = await listScopeCounts(ctx, [{ subject, county }]);
  const isInScope = (entry: ExpiredEntry) =>
    (!subject || entry.subject === subject) && (!county || entry.county === county);
  return (expired) => (scope?.listings ?? 0) - expired.filter(isInScope).length;
}

/**
 * Reads up to `limit` matches in the order by price, where a price range is exact: first those in cells inside the
 * circle of a search near a place, then the entries of those in cells that cross it. One statement.
 */
async function readMatches({ db, now }: CountContext, filters: SearchFilters, limit: number): Promise<Count> {
  const { near, radius } = filters;
  const cover = near && coverRing(circle(near, radius), COUNT_CELLS);
  const listCells = (overlap: "inside" | "crossing") =>
    cover?.filter((covering) => covering.overlap === overlap).map(({ cell }) => cell);
  const inside = boundSql`${buildPriceOrderQuery(filters, listCells("inside"))} limit ${limit}`;
  const crossing = cover
    ? countEntriesSql(filters, now, boundSql`(select ${limit} - n from inside)`, listCells("crossing"))
    : constantSql("0");
  const [row] = await db.read<{ nums: string | null; crossing: number }>(boundSql`
    with inside (nums, n) as materialized (select group_concat(num), count(*) from (${inside}))
    select nums, ${crossing} as crossing from inside`);
  const nums = row?.nums?.split(",").map(Number) ?? [];
  const further = row?.crossing ?? 0;
  return (expired) => {
    // Compared here: SQLite counts each look-up among the expired ones as a row read.
    const expiredNums = new Set(expired.map(({ num }) => num));
    const live = nums.filter((num) => !expiredNums.has(num)).length + further;
    return live < limit - SPARE && nums.length + further === limit ? null : live;
  };
}

async function countEntries(
  { db, now }: CountContext,
  filters: SearchFilters,
  limit: number,
): Promise<number> {
  const [row] = await db.read<{ n: number }>(
    boundSql`select ${countEntriesSql(filters, now, boundSql`${limit}`)} as n`,
  );
  return row?.n ?? 0;
}

/** Counts matches by their entries: two rows each. */
const countEntriesSql = (...search: Parameters<typeof entriesSql>): BoundSql =>
  boundSql`(select count(*) from (${entriesSql(...search)}))`;

/** Matches by their entries, which have the exact distance and expiry: a query of `num`. */
const entriesSql = (
  filters: SearchFilters,
  now: number,
  limit: BoundSql,
  cells?: readonly GeoCell[],
): BoundSql => boundSql`select num from (${buildPriceOrderQuery(filters, cells)})
  cross join search_entries entry using (num) where ${entryConditionsSql(filters, now)} limit ${limit}`;

/** The numbers of at most `limit` matches, in the order by price. Reads two rows each. */
export async function listMatchNums(
  { db, now }: CountContext,
  filters: SearchFilters,
  limit: number,
): Promise<number[]> {
  const rows = await db.read<{ num: number }>(entriesSql(filters, now, boundSql`${limit}`));
  return rows.map(({ num }) => num);
}
