import { type SQL, sql } from "drizzle-orm";
import { type GeoCell, NUMS_PER_PRICE, newestPositionSql } from "@/features/listings";
import type { Sort } from "@/shared/codes";
import { fromGridPoint, type Point } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { type PriceRange, toPriceRange } from "../counts/price-bands";
import { circle, coverRing, type Ring } from "../distance/geo-cells";
import { type Cursor, isPriceSort } from "./cursor";
import { buildMatchQuery, buildRelevanceTiers } from "./match-query";

/** Maximum cells that cover a ring of a circle. More cells read fewer rows outside the ring. */
const RING_CELLS = 400;

/** A whole number in the text of a statement: D1 binds at most a hundred values, and binds each number as a float. */
export const literal = (value: number): SQL => sql.raw(String(value));

/**
 * The distance of an entry from a point in whole meters, by the haversine formula of shared/geo. SQL null without a
 * point, for the column `meters` of cards.
 */
export function distanceSql(point: Point | null): SQL {
  if (!point) return sql`null`;
  const origin = fromGridPoint({ y: 0, x: 0 });
  const latitude = `(entry.y / 200.0 + ${origin.latitude})`;
  const longitude = `(entry.x / 200.0 + ${origin.longitude})`;
  const half = (degrees: string) => `pow(sin(radians(${degrees}) / 2), 2)`;
  const cosines = `cos(radians(${point.latitude})) * cos(radians(${latitude}))`;
  const square = `${half(`${latitude} - (${point.latitude})`)} + ${cosines} * ${half(`${longitude} - (${point.longitude})`)}`;
  return sql.raw(`cast(round(2 * 6371008.8 * asin(min(1.0, sqrt(${square})))) as integer)`);
}

/**
 * The conditions that the full text match does not check: expiry, exact price, exact distance. For a row of
 * `search_entries` called `entry`; `now` in ms.
 */
export function entryConditions(filters: SearchFilters, now: number, ring?: Ring): SQL {
  const conditions = [sql`entry.expires_ts > ${literal(now)}`];
  const range = toPriceRange(filters);
  if (range) {
    conditions.push(sql`entry.price_per_hour between ${literal(range.lowest)} and ${literal(range.highest)}`);
  }
  const area = ring ?? (filters.near && circle(filters.near, filters.radius));
  if (area) {
    conditions.push(
      sql`${distanceSql(area.center)} between ${literal(area.from)} and ${literal(area.to - 1)}`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** A part of the results: at most `limit` listings after a cursor. */
export type ResultSlice = {
  filters: SearchFilters;
  now: number;
  /** Null for the first page. */
  from: Cursor | null;
  /** In reverse order, for the previous page. */
  backwards: boolean;
  limit: number;
};

/** A full text table, how its rows join `search_entries`, and whether the sort reads it from the highest rowid. */
type SortedTable = { table: SQL; entry: SQL; descending: boolean };

const NEWEST: SortedTable = {
  table: sql`listings_fts`,
  entry: sql`entry.position = found.rowid`,
  descending: true,
};
const PRICE: SortedTable = {
  table: sql`listings_by_price`,
  entry: sql`entry.num = found.rowid & ${literal(NUMS_PER_PRICE - 1)}`,
  descending: false,
};
const SORTED_TABLES: { [sort in Sort]: SortedTable } = {
  relevance: NEWEST,
  newest: NEWEST,
  price: PRICE,
  "-price": { ...PRICE, descending: true },
  distance: NEWEST,
};

/**
 * The query for a slice of results, except by distance: rows of `num`, `rank`, `position` (both ascending in the sort
 * order, rank first) and `meters`.
 */
export function buildSliceQuery(slice: ResultSlice): SQL {
  const { filters, now, from, backwards, limit } = slice;
  if (filters.sort === "relevance") return buildRelevanceQuery(slice);
  const byPrice = isPriceSort(filters.sort);
  const table = SORTED_TABLES[filters.sort];
  return buildTableQuery({
    table,
    match: buildMatchQuery(filters, { byPrice }),
    where: sql`${rowidBounds(table, byPrice ? toPriceRange(filters) : null, from, backwards)} and ${entryConditions(filters, now)}`,
    rank: 0,
    near: filters.near,
    backwards,
    limit,
  });
}

/** Tier by tier, each newest first. SQLite starts a term of a compound select only when the terms before it are exhausted. */
function buildRelevanceQuery({ filters, now, from, backwards, limit }: ResultSlice): SQL {
  const tiers = buildRelevanceTiers(filters.q).map((tier, n) => ({ tier, rank: n + 1 }));
  const ordered = backwards ? tiers.toReversed() : tiers;
  const isPassed = ({ rank }: { rank: number }) => from && (backwards ? rank > from.rank : rank < from.rank);
  const terms = ordered
    .filter((tier) => !isPassed(tier))
    .map(({ tier, rank }) =>
      buildTableQuery({
        table: NEWEST,
        match: buildMatchQuery(filters, { tier }),
        where: sql`${rowidBounds(NEWEST, null, rank === from?.rank ? from : null, backwards)} and ${entryConditions(filters, now)}`,
        rank,
        near: filters.near,
        backwards,
        limit,
      }),
    );
  // The cursor's tier may not exist for this query.
  if (terms.length === 0) return NO_ROWS;
  return sql`${sql.join(
    terms.map((term) => sql`select * from (${term})`),
    sql` union all `,
  )} limit ${literal(limit)}`;
}

/** A query without rows. */
export const NO_ROWS = sql`select 0 as num, 0 as rank, 0 as position, null as meters where 0`;

type TableQuery = {
  table: SortedTable;
  match: string;
  /** More conditions, each beginning with "and". */
  where: SQL;
  rank: number | SQL;
  near: Point | null;
  backwards: boolean;
  limit: number;
};

/** Rows of a full text table with their entries, in the table's order. */
function buildTableQuery({ table, match, where, rank, near, backwards, limit }: TableQuery): SQL {
  const isDescending = table.descending !== backwards;
  const position = table.descending ? sql`-found.rowid` : sql`found.rowid`;
  return sql`select entry.num as num, ${typeof rank === "number" ? literal(rank) : rank} as rank, ${position} as position,
      ${distanceSql(near)} as meters
    from ${table.table} found cross join search_entries entry on ${table.entry}
    where found.${table.table} match ${match} ${where}
    order by found.rowid ${isDescending ? sql`desc` : sql``} limit ${literal(limit)}`;
}

/**
 * Bounds of the rowids (`found`): after the cursor and, in the order by price, within a price range. A condition that
 * begins with "and", or nothing. FTS5 uses one bound for each side, so the narrower one is chosen here.
 */
function rowidBounds(
  table: SortedTable,
  range: PriceRange | null,
  from: Cursor | null,
  backwards: boolean,
): SQL {
  const isDescending = table.descending !== backwards;
  const lower: SQL[] = range ? [literal(range.lowest * NUMS_PER_PRICE - 1)] : [];
  const upper: SQL[] = range ? [literal((range.highest + 1) * NUMS_PER_PRICE)] : [];
  if (from) (isDescending ? upper : lower).push(cursorRowid(from, isDescending));
  const below = upper.length > 1 ? sql`min(${sql.join(upper, sql`, `)})` : upper[0];
  const above = lower.length > 1 ? sql`max(${sql.join(lower, sql`, `)})` : lower[0];
  return sql`${above ? sql`and found.rowid > (select ${above})` : sql``} ${below ? sql`and found.rowid < (select ${below})` : sql``}`;
}

/**
 * The rowid of a cursor's listing; its number breaks ties. If the listing was erased, the page begins with the first
 * listing of the same key: some listings repeat, none is skipped.
 */
function cursorRowid({ sort, key, id }: Cursor, isDescending: boolean): SQL {
  const num = sql`coalesce((select listings.num from listings where listings.id = ${id}), ${literal(isDescending ? NUMS_PER_PRICE - 1 : 0)})`;
  return isPriceSort(sort)
    ? sql`${literal(key)} * ${literal(NUMS_PER_PRICE)} + ${num}`
    : newestPositionSql(literal(key), num);
}

/**
 * All rows of `listings_by_price` that terms and codes match within the price range, for counting: a query of `num`
 * that further conditions on `found` may follow.
 */
export const buildPriceOrderQuery = (filters: SearchFilters, cells?: readonly GeoCell[]): SQL => sql`
  select found.rowid & ${literal(NUMS_PER_PRICE - 1)} as num from listings_by_price found
  where found.listings_by_price match ${buildMatchQuery(filters, { byPrice: true, cells })}
    ${rowidBounds(PRICE, toPriceRange(filters), null, false)}`;

/** The slice within one ring around a point, newest first, with the distance as rank. */
export function buildRingQuery({
  filters,
  now,
  from,
  backwards,
  limit,
  ring,
}: ResultSlice & { ring: Ring }): SQL {
  const cells = ring.cells ?? coverRing(ring, RING_CELLS).map(({ cell }) => cell);
  return buildTableQuery({
    table: NEWEST,
    match: buildMatchQuery(filters, { cells }),
    where: sql`${rowidBounds(NEWEST, null, from, backwards)} and ${entryConditions(filters, now, ring)}`,
    rank: distanceSql(ring.center),
    near: ring.center,
    backwards,
    limit,
  });
}
