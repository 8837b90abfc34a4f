import { type BoundSql, boundSql, constantSql, integer, joinSql } from "@/db/bound-sql";
import { NUMS_PER_KEY, newestPositionSql } from "@/db/search-positions";
import type { Sort } from "@/shared/codes";
import { fromGridPoint, type Point } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { type Cursor, isKeyedSort, isPriceSort } from "./cursor";
import { circle, coverRing, listSeatsIn, type Ring } from "./geo-cells";
import { type Area, buildMatchQuery, buildRelevanceTiers } from "./match-query";
import { type PriceRange, toPriceRange } from "./price-bands";

/** Maximum cells that cover a ring of a circle. More cells read fewer rows outside the ring. */
const RING_CELLS = 400;

const ORIGIN = fromGridPoint({ y: 0, x: 0 });
const LATITUDE = constantSql(`(entry.y / 200.0 + ${ORIGIN.latitude})`);
const LONGITUDE = constantSql(`(entry.x / 200.0 + ${ORIGIN.longitude})`);

/**
 * The distance of an entry from a point in whole meters, by the haversine formula of shared/geo. SQL null without a
 * point, for the column `meters` of cards.
 */
export function distanceSql(point: Point | null): BoundSql {
  if (!point) return constantSql("null");
  const half = (degrees: BoundSql) => boundSql`pow(sin(radians(${degrees}) / 2), 2)`;
  const cosines = boundSql`cos(radians(${point.latitude})) * cos(radians(${LATITUDE}))`;
  const square = boundSql`${half(boundSql`${LATITUDE} - ${point.latitude}`)} + ${cosines} * ${half(boundSql`${LONGITUDE} - ${point.longitude}`)}`;
  return boundSql`cast(round(2 * 6371008.8 * asin(min(1.0, sqrt(${square})))) as integer)`;
}

/**
 * The conditions that the full text match does not check: expiry, the end of badges, exact price, exact distance. For a
 * row of `search_entries` called `entry`; `now` in ms.
 */
export function entryConditionsSql(filters: SearchFilters, now: number, ring?: Ring): BoundSql {
  const conditions = [boundSql`entry.expires_ts > ${now}`];
  const range = toPriceRange(filters);
  // The index knows the end of a badge only after a job ran.
  if (filters.verified) {
    conditions.push(
      boundSql`(entry.card ->> 'checkedUntilTs' > ${now} or entry.card ->> 'integrityUntilTs' > ${now})`,
    );
  }
  if (filters.integrity) conditions.push(boundSql`entry.card ->> 'integrityUntilTs' > ${now}`);
  if (range) conditions.push(boundSql`entry.price_per_hour between ${range.lowest} and ${range.highest}`);
  const area = ring ?? (filters.near && circle(filters.near, filters.radius));
  if (area) conditions.push(boundSql`${distanceSql(area.center)} between ${area.from} and ${area.to - 1}`);
  return joinSql(conditions, " and ");
}

/** A part of the results: at most `limit` listings after a cursor. */
export type ResultSlice = {
  filters: SearchFilters;
  now: number;
  /** Null for the first page. */
  cursor: Cursor | null;
  /** In reverse order, for the previous page. */
  isBackwards: boolean;
  limit: number;
  /** Replaces the full text query of the filters. */
  match?: BoundSql;
};

/** A full text table, how its rows join `search_entries`, and whether the sort reads it from the highest rowid. */
type SortedTable = { table: BoundSql; entry: BoundSql; descending: boolean };

const NEWEST: SortedTable = {
  table: constantSql("listings_fts"),
  entry: constantSql("entry.position = found.rowid"),
  descending: true,
};
const PRICE: SortedTable = {
  table: constantSql("listings_by_price"),
  entry: constantSql(`entry.num = found.rowid & ${NUMS_PER_KEY - 1}`),
  descending: false,
};
const RATING: SortedTable = { ...PRICE, table: constantSql("listings_by_rating"), descending: true };
const SORTED_TABLES: { [sort in Sort]: SortedTable } = {
  relevance: NEWEST,
  newest: NEWEST,
  rating: RATING,
  price: PRICE,
  "-price": { ...PRICE, descending: true },
  distance: NEWEST,
};

/**
 * The query for a slice of results, except by distance: rows of `num`, `rank`, `position` (both ascending in the sort
 * order, rank first) and `meters`.
 */
export function buildSliceQuery(slice: ResultSlice): BoundSql {
  const { filters, now, cursor, isBackwards, limit } = slice;
  if (filters.sort === "relevance") return buildRelevanceQuery(slice);
  const byPrice = isPriceSort(filters.sort);
  const table = SORTED_TABLES[filters.sort];
  return buildTableQuery({
    table,
    match: slice.match ?? boundSql`${buildMatchQuery(filters, { byPrice })}`,
    conditions: [
      ...listRowidBounds(table, byPrice ? toPriceRange(filters) : null, cursor, isBackwards),
      entryConditionsSql(filters, now),
    ],
    rank: constantSql(0),
    near: filters.near,
    isBackwards,
    limit,
  });
}

/**
 * Tier by tier, each newest first. SQLite starts a term of a compound select only when the terms before it are
 * exhausted.
 */
function buildRelevanceQuery({ filters, now, cursor, isBackwards, limit }: ResultSlice): BoundSql {
  const tiers = buildRelevanceTiers(filters).map((tier, n) => ({ tier, rank: n + 1 }));
  const ordered = isBackwards ? tiers.toReversed() : tiers;
  const isPassed = ({ rank }: { rank: number }) =>
    cursor && (isBackwards ? rank > cursor.rank : rank < cursor.rank);
  const terms = ordered
    .filter((tier) => !isPassed(tier))
    .map(({ tier, rank }) =>
      buildTableQuery({
        table: NEWEST,
        match: boundSql`${buildMatchQuery(filters, { tier })}`,
        conditions: [
          ...listRowidBounds(NEWEST, null, rank === cursor?.rank ? cursor : null, isBackwards),
          entryConditionsSql(filters, now),
        ],
        rank: constantSql(rank),
        near: filters.near,
        isBackwards,
        limit,
      }),
    );
  // The cursor's tier may not exist for this query.
  if (terms.length === 0) return NO_ROWS;
  const tierQueries = terms.map((term) => boundSql`select * from (${term})`);
  return boundSql`${joinSql(tierQueries, " union all ")} limit ${constantSql(limit)}`;
}

/** A query without rows. */
const NO_ROWS = constantSql(
  "select 0 as num, 0 as rank, 0 as position, null as meters, null as card where 0",
);

type TableQuery = {
  table: SortedTable;
  match: BoundSql;
  conditions: readonly BoundSql[];
  rank: BoundSql;
  near: Point | null;
  isBackwards: boolean;
  limit: number;
};

/** Rows of a full text table with their entries, in the table's order. */
function buildTableQuery({ table, match, conditions, rank, near, isBackwards, limit }: TableQuery): BoundSql {
  const isDescending = table.descending !== isBackwards;
  const position = constantSql(table.descending ? "-found.rowid" : "found.rowid");
  return boundSql`select entry.num as num, ${rank} as rank, ${position} as position,
      ${distanceSql(near)} as meters, entry.card as card
    from ${table.table} found cross join search_entries entry on ${table.entry}
    where found.${table.table} match ${match} and ${joinSql(conditions, " and ")}
    order by found.rowid ${constantSql(isDescending ? "desc" : "")} limit ${constantSql(limit)}`;
}

/**
 * Conditions on the rowids (`found`): after the cursor and, in the order by price, within a price range. FTS5 uses one
 * bound for each side, so the narrower one is chosen here.
 */
function listRowidBounds(
  table: SortedTable,
  range: PriceRange | null,
  cursor: Cursor | null,
  isBackwards: boolean,
): BoundSql[] {
  const isDescending = table.descending !== isBackwards;
  const toRowid = (price: number) => boundSql`${integer(price)} * ${NUMS_PER_KEY_SQL}`;
  const lower = range ? [boundSql`${toRowid(range.lowest)} - 1`] : [];
  const upper = range ? [boundSql`(${integer(range.highest)} + 1) * ${NUMS_PER_KEY_SQL}`] : [];
  if (cursor) (isDescending ? upper : lower).push(cursorRowidSql(cursor, isDescending));
  const toCondition = (
    operator: ">" | "<",
    choose: "max" | "min",
    bounds: readonly BoundSql[],
  ): BoundSql[] => {
    if (bounds.length === 0) return [];
    const all = joinSql(bounds, ", ");
    const narrowest = bounds.length > 1 ? boundSql`${constantSql(choose)}(${all})` : all;
    // A subquery, because FTS5 reads a bound parameter's type before the cast.
    return [boundSql`found.rowid ${constantSql(operator)} (select ${narrowest})`];
  };
  return [...toCondition(">", "max", lower), ...toCondition("<", "min", upper)];
}

const NUMS_PER_KEY_SQL = constantSql(NUMS_PER_KEY);

/**
 * The rowid of a cursor's listing; its number breaks ties. If the listing was erased, the page begins with the first
 * listing of the same key: some listings repeat, none is skipped.
 */
function cursorRowidSql({ sort, key, id }: Cursor, isDescending: boolean): BoundSql {
  const num = boundSql`coalesce((select listings.num from listings where listings.id = ${id}), ${constantSql(isDescending ? NUMS_PER_KEY - 1 : 0)})`;
  return isKeyedSort(sort)
    ? boundSql`${integer(key)} * ${NUMS_PER_KEY_SQL} + ${num}`
    : newestPositionSql(integer(key), num);
}

/** All rows of `listings_by_price` that terms and codes match within the price range, for counting: a query of `num`. */
export function buildPriceOrderQuery(filters: SearchFilters, area?: Area): BoundSql {
  const match = boundSql`found.listings_by_price match ${buildMatchQuery(filters, { byPrice: true, area })}`;
  const bounds = listRowidBounds(PRICE, toPriceRange(filters), null, false);
  return boundSql`select found.rowid & ${constantSql(NUMS_PER_KEY - 1)} as num from listings_by_price found
    where ${joinSql([match, ...bounds], " and ")}`;
}

/** The rank of listings without a point in the order by distance: after all others. A cursor has nine digits for it. */
const WITHOUT_POINT = 100_000_000;

/** The last ring: listings without a point. */
export const ringWithoutPoint = (center: Point): Ring => ({
  center,
  from: WITHOUT_POINT,
  to: WITHOUT_POINT + 1,
});

/** The slice within one ring around a point, newest first, with the distance as rank. */
export function buildRingQuery({
  filters,
  now,
  cursor,
  isBackwards,
  limit,
  ring,
}: ResultSlice & { ring: Ring }): BoundSql {
  const { near, radius } = filters;
  const hasPoint = ring.from !== WITHOUT_POINT;
  const area = hasPoint
    ? { cells: coverRing(ring, RING_CELLS).map(({ cell }) => cell), seats: [] }
    : { cells: [], seats: near ? listSeatsIn(circle(near, radius)) : [] };
  return buildTableQuery({
    table: NEWEST,
    match: boundSql`${buildMatchQuery(filters, { area })}`,
    conditions: [
      ...listRowidBounds(NEWEST, null, cursor, isBackwards),
      entryConditionsSql(filters, now, hasPoint ? ring : undefined),
    ],
    rank: hasPoint ? distanceSql(ring.center) : constantSql(WITHOUT_POINT),
    near: ring.center,
    isBackwards,
    limit,
  });
}
