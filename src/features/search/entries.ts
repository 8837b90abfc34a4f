import { type SQL, sql } from "drizzle-orm";
import { locationBits, searchScope } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import type { Cursor } from "./cursor";
import { merged } from "./merged";
import { scopesOf } from "./scopes";
import { matchQuery } from "./words";

/** The column that each order follows, and whether it falls. Ties go by number, the same way. */
const ORDERS = {
  newest: { key: "published_ts", falls: true },
  price: { key: "price_per_hour", falls: false },
  "-price": { key: "price_per_hour", falls: true },
} as const;

/** A text search looks at so many of the newest listings with these words. */
const WORD_CANDIDATES = 1001;

/**
 * What subject, level and county leave open, as a condition on `search_entries`. `now` in ms. The plus signs keep
 * SQLite from walking another index than the one whose order is asked for; only an order by price may use a price
 * for its range. Whole numbers stand in the text itself: a search over many scopes repeats them, and D1 binds at
 * most a hundred values.
 */
export function entryConditions({ min, max, online, location, sort }: SearchFilters, now: number): SQL {
  const price = sort === "newest" ? "+price_per_hour" : "price_per_hour";
  const conditions = [`+expires_ts > ${now}`];
  if (min !== null) conditions.push(`${price} >= ${Math.round(min * 100)}`);
  if (max !== null) conditions.push(`${price} <= ${Math.round(max * 100)}`);
  if (online) conditions.push("+online = 1");
  if (location.length > 0) conditions.push(`locations & ${locationBits(location)} <> 0`);
  return sql.raw(conditions.join(" and "));
}

/** Whether anything but subject, level and county is asked for. */
export const asksForMore = ({ q, min, max, online, location }: SearchFilters): boolean =>
  q !== "" || min !== null || max !== null || online || location.length > 0;

export type Slice = {
  filters: SearchFilters;
  now: number;
  /** Where to go on from; null for the first page. */
  from: Cursor | null;
  /** Against the order, for the page before. */
  backwards: boolean;
  limit: number;
};

/**
 * The next matches: a query with the column `num`, at most `limit` rows, each listing once. Every scope is read from an index in
 * the order asked for, and several are merged as they are read.
 */
export function slice({ filters, now, from, backwards, limit }: Slice): SQL {
  const { key, falls } = ORDERS[filters.sort];
  const falling = falls !== backwards;
  const order = sql.raw(falling ? "key desc, num desc" : "key, num");
  const where = sql`${entryConditions(filters, now)}${from ? beyond(key, falling, from) : sql``}`;
  const columns = sql.raw(`num, ${key} as key`);
  const found = filters.q
    ? sql`select ${columns} from (${worded(filters)}) where ${where} order by ${order} limit ${limit}`
    : merged(
        scopesOf(filters).map(
          (scope) =>
            sql`select ${columns} from search_entries where scope = ${scopeLiteral(scope)} and ${where}`,
        ),
        order,
        limit,
      );
  return from ? sql`with ${beginning(falling, from)} select num from (${found})` : found;
}

/** A scope is made of known codes alone, so it may stand in the text (D1 binds at most a hundred values). */
export const scopeLiteral = (scope: string): SQL => sql.raw(`'${scope}'`);

/** The number of the cursor's listing. Were it erased, the key alone holds the place. */
function beginning(falling: boolean, from: Cursor): SQL {
  const erased = sql.raw(String(falling ? 0 : Number.MAX_SAFE_INTEGER));
  return sql`beginning(num) as (select coalesce((select listings.num from listings where listings.id = ${from.id}), ${erased}))`;
}

function beyond(key: string, falling: boolean, from: Cursor): SQL {
  return sql.raw(
    ` and (${key}, num) ${falling ? "<" : ">"} (${from.key}, (select beginning.num from beginning))`,
  );
}

/** The newest listings with the words and codes asked for, each by the one entry that every listing has. */
export function worded(filters: SearchFilters): SQL {
  return sql`select entry.* from (
      select rowid from listings_fts where listings_fts match ${matchQuery(filters)} order by rowid desc limit ${WORD_CANDIDATES}
    ) word cross join search_entries entry on entry.num = word.rowid and entry.scope = ${searchScope({})}`;
}
