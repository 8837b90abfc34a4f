import { type SQL, sql } from "drizzle-orm";
import { searchScope } from "@/features/listings";
import { HOUR_MS } from "@/shared/dates";
import type { SearchFilters } from "@/shared/schemas/search";
import { asksForMore, entryConditions, scopeLiteral } from "./entries";
import { merged } from "./merged";
import { matchQuery } from "./words";

/** Promoted places on the first page of a result. */
export const PROMOTED_PLACES = 3;
/**
 * So many promotions take part in one hour's draw: all of a subject and county, a neighbourhood of a wider result. Where
 * several scopes are merged, which reads more for each, half as many.
 */
const WINDOW = 16;
/** Draws are below 2^31; so is this prime, by which the hour's order is taken (Lehmer's generator, one step). */
const DRAWS = 2 ** 31;
const PRIME = DRAWS - 1;

/**
 * The promotions of this hour's draw: a query of `num` and `place` (below 0, ascending), at most `places` rows.
 *
 * Each promotion keeps a random number for life. The hour says at which number a window begins (going round at
 * the end) and in which order those stand; the first ones win. So each has its turn, all visitors of an hour see the
 * same, and no more than the window is read however many there are.
 */
export function drawn(scopes: string[], places: number, now: number, filters?: SearchFilters): SQL {
  const { start, factor } = hourOf(now);
  const window = scopes.length > 1 ? WINDOW / 2 : WINDOW;
  const lap = (which: string) =>
    merged(
      scopes.map(
        (scope) => sql`select draw, listing_num from promotion_placements
          where scope = ${scopeLiteral(scope)} and ${sql.raw(`draw ${which} ${start} and +starts_ts <= ${now} and +ends_ts > ${now}`)}
          ${matching(filters, now)}`,
      ),
      sql`draw`,
      window,
    );
  return sql`select listing_num as num, (draw + 1) * ${sql.raw(`${factor} % ${PRIME} - ${DRAWS}`)} as place from (
    select * from (${lap(">=")}) union all select * from (${lap("<")}) limit ${window}
  ) order by place limit ${places}`;
}

/** What a scope does not say stands in the listing's entry (price, places, online) and among its words. */
function matching(filters: SearchFilters | undefined, now: number): SQL {
  if (!filters || !asksForMore(filters)) return sql``;
  const words = filters.q
    ? sql`and exists (
        select 1 from listings_fts
        where listings_fts match ${matchQuery(filters)} and rowid = promotion_placements.listing_num
      )`
    : sql``;
  return sql`and exists (
    select 1 from search_entries
    where num = promotion_placements.listing_num and scope = ${scopeLiteral(searchScope({}))} and ${entryConditions(filters, now)}
  ) ${words}`;
}

/** Two numbers below 2^31 that every hour sets anew. */
function hourOf(now: number): { start: number; factor: number } {
  const hour = Math.floor(now / HOUR_MS);
  return { start: mixed(hour * 2) % DRAWS, factor: (mixed(hour * 2 + 1) % (PRIME - 1)) + 1 };
}

/** All 32 bits of a number stirred: the finalizer of MurmurHash3. */
function mixed(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
