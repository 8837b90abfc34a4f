import { type SQL, sql } from "drizzle-orm";
import { type GeoCell, NUMS_PER_PRICE, newestPositionSql } from "@/features/listings";
import type { Sort } from "@/shared/codes";
import { fromGridPoint, type Point } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { type PriceRange, priceRange } from "../counts/price-bands";
import { circle, coverOf, type Ring } from "../distance/geo-cells";
import { type Cursor, isByPrice } from "./cursor";
import { matchOf, tiersOf } from "./match-query";

/** Maximum cells that cover a ring of a circle. More cells read fewer rows outside the ring. */
const RING_CELLS = 400;

/** Whole numbers of our own stand in the text itself: D1 binds at most a hundred values. */
const literal = (value: number): SQL => sql.raw(String(value));

/**
 * How far an entry lies from a place: whole metres, by the haversine formula of shared/geo. `near` null: null, for the
 * column that cards have it in.
 */
export function metresTo(near: Point | null): SQL {
  if (!near) return sql`null`;
  const origin = fromGridPoint({ y: 0, x: 0 });
  const latitude = `(entry.y / 200.0 + ${origin.latitude})`;
  const longitude = `(entry.x / 200.0 + ${origin.longitude})`;
  const half = (degrees: string) => `pow(sin(radians(${degrees}) / 2), 2)`;
  const across = `cos(radians(${near.latitude})) * cos(radians(${latitude}))`;
  const square = `${half(`${latitude} - (${near.latitude})`)} + ${across} * ${half(`${longitude} - (${near.longitude})`)}`;
  return sql.raw(`cast(round(2 * 6371008.8 * asin(min(1.0, sqrt(${square})))) as integer)`);
}

/**
 * What a match leaves open, as a condition on a row of `search_entries` called `entry`: expiry, the exact price, the
 * exact distance. `now` in ms.
 */
export function entryConditions(filters: SearchFilters, now: number, ring?: Ring): SQL {
  const conditions = [sql`entry.expires_ts > ${literal(now)}`];
  const range = priceRange(filters);
  if (range) {
    conditions.push(sql`entry.price_per_hour between ${literal(range.lowest)} and ${literal(range.highest)}`);
  }
  const around = ring ?? (filters.near && circle(filters.near, filters.radius));
  if (around) {
    conditions.push(
      sql`${metresTo(around.centre)} between ${literal(around.from)} and ${literal(around.to - 1)}`,
    );
  }
  return sql.join(conditions, sql` and `);
}

export type Slice = {
  filters: SearchFilters;
  now: number;
  /** Where to go on from; null for the first page. */
  from: Cursor | null;
  /** Against the order, for the page before. */
  backwards: boolean;
  limit: number;
};

/** How the full text tables are walked: which one, and whether the order falls. */
type Walk = { table: SQL; entry: SQL; falls: boolean };

const NEWEST: Walk = { table: sql`listings_fts`, entry: sql`entry.position = found.rowid`, falls: true };
const PRICE: Walk = {
  table: sql`listings_by_price`,
  entry: sql`entry.num = found.rowid & ${literal(NUMS_PER_PRICE - 1)}`,
  falls: false,
};
const WALKS: { [sort in Sort]: Walk } = {
  relevance: NEWEST,
  newest: NEWEST,
  price: PRICE,
  "-price": { ...PRICE, falls: true },
  distance: NEWEST,
};

/**
 * The next matches in an order that a table has: a query of `num`, `step`, `place` (rising along the order, step first)
 * and `metres`, at most `limit` rows.
 */
export function slice({ filters, now, from, backwards, limit }: Slice): SQL {
  const { sort, near } = filters;
  if (sort === "relevance") return tieredSlice({ filters, now, from, backwards, limit });
  const byPrice = isByPrice(sort);
  const walk = WALKS[sort];
  return walked({
    walk,
    match: matchOf(filters, { byPrice }),
    where: sql`${between(walk, byPrice ? priceRange(filters) : null, from, backwards)} and ${entryConditions(filters, now)}`,
    step: 0,
    near,
    backwards,
    limit,
  });
}

/** Tier after tier, each the newest first. SQLite asks a term of a compound select only once those before have ended. */
function tieredSlice({ filters, now, from, backwards, limit }: Slice): SQL {
  const tiers = tiersOf(filters.q).map((tier, n) => ({ tier, step: n + 1 }));
  const ahead = backwards ? tiers.toReversed() : tiers;
  const passed = ({ step }: { step: number }) => from && (backwards ? step > from.step : step < from.step);
  const terms = ahead
    .filter((tier) => !passed(tier))
    .map(({ tier, step }) =>
      walked({
        walk: NEWEST,
        match: matchOf(filters, { tier }),
        where: sql`${between(NEWEST, null, step === from?.step ? from : null, backwards)} and ${entryConditions(filters, now)}`,
        step,
        near: filters.near,
        backwards,
        limit,
      }),
    );
  // A cursor's tier may be none of these words'.
  if (terms.length === 0) return NOTHING;
  return sql`${sql.join(
    terms.map((term) => sql`select * from (${term})`),
    sql` union all `,
  )} limit ${literal(limit)}`;
}

/** A query of no rows. */
export const NOTHING = sql`select 0 as num, 0 as step, 0 as place, null as metres where 0`;

type Walked = {
  walk: Walk;
  match: string;
  /** More conditions, each beginning with "and". */
  where: SQL;
  step: number | SQL;
  near: Point | null;
  backwards: boolean;
  limit: number;
};

/** Rows of a full text table with their entries, in the table's order. */
function walked({ walk, match, where, step, near, backwards, limit }: Walked): SQL {
  const falling = walk.falls !== backwards;
  const place = walk.falls ? sql`-found.rowid` : sql`found.rowid`;
  return sql`select entry.num as num, ${typeof step === "number" ? literal(step) : step} as step, ${place} as place,
      ${metresTo(near)} as metres
    from ${walk.table} found cross join search_entries entry on ${walk.entry}
    where found.${walk.table} match ${match} ${where}
    order by found.rowid ${falling ? sql`desc` : sql``} limit ${literal(limit)}`;
}

/**
 * Between which rows (`found`) to look: beyond the cursor, and in the order of prices within a range of them. A condition
 * that begins with "and", or nothing. FTS5 takes one bound for each side, so the narrower is chosen here.
 */
function between(walk: Walk, range: PriceRange | null, from: Cursor | null, backwards: boolean): SQL {
  const falling = walk.falls !== backwards;
  const over: SQL[] = range ? [literal(range.lowest * NUMS_PER_PRICE - 1)] : [];
  const under: SQL[] = range ? [literal((range.highest + 1) * NUMS_PER_PRICE)] : [];
  if (from) (falling ? under : over).push(positionOf(from, falling));
  const least = under.length > 1 ? sql`min(${sql.join(under, sql`, `)})` : under[0];
  const most = over.length > 1 ? sql`max(${sql.join(over, sql`, `)})` : over[0];
  return sql`${most ? sql`and found.rowid > (select ${most})` : sql``} ${least ? sql`and found.rowid < (select ${least})` : sql``}`;
}

/**
 * The row of a cursor's listing, whose number breaks ties. Were it erased, one goes on from the first of those with the
 * same key: some are seen again, none is passed over.
 */
function positionOf({ sort, key, id }: Cursor, falling: boolean): SQL {
  const num = sql`coalesce((select listings.num from listings where listings.id = ${id}), ${literal(falling ? NUMS_PER_PRICE - 1 : 0)})`;
  return isByPrice(sort)
    ? sql`${literal(key)} * ${literal(NUMS_PER_PRICE)} + ${num}`
    : newestPositionSql(literal(key), num);
}

/**
 * Every row in the order of prices that words and codes match, within the range of prices asked for: a query of `num`
 * that more conditions on `found` may follow.
 */
export const pricedRows = (filters: SearchFilters, cells?: readonly GeoCell[]): SQL => sql`
  select found.rowid & ${literal(NUMS_PER_PRICE - 1)} as num from listings_by_price found
  where found.listings_by_price match ${matchOf(filters, { byPrice: true, cells })}
    ${between(PRICE, priceRange(filters), null, false)}`;

/** The same in one ring around a place, the newest first, with the distance as their step. */
export function ringSlice({ filters, now, from, backwards, limit, ring }: Slice & { ring: Ring }): SQL {
  return walked({
    walk: NEWEST,
    match: matchOf(filters, { cells: ring.cells ?? coverOf(ring, RING_CELLS).map(({ cell }) => cell) }),
    where: sql`${between(NEWEST, null, from, backwards)} and ${entryConditions(filters, now, ring)}`,
    step: metresTo(ring.centre),
    near: ring.centre,
    backwards,
    limit,
  });
}
