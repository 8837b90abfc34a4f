import { type SQL, sql } from "drizzle-orm";
import { type ListingCard, SLOTS_OF_DRAW } from "@/features/listings";
import type { Placement } from "@/shared/codes";
import { HOUR_MS } from "@/shared/dates";
import type { SearchFilters } from "@/shared/schemas/search";
import { entryConditions, metresTo } from "./entries";
import { matchOf } from "./match";

/** Promoted places on the first page of a result. */
export const PROMOTED_PLACES = 3;
/** The step of a promoted card: before every other. */
export const PROMOTED_STEP = -1;
/**
 * So many promotions take part in one hour's draw: all of a subject and county (features/promotions/seats), a neighbourhood
 * of a wider result.
 */
const WINDOW = 12;
/** Draws are below 2^31; so is this prime, by which the hour's order is taken (Lehmer's generator, one step). */
const DRAWS = 2 ** 31;
const PRIME = DRAWS - 1;

/**
 * The promotions of this hour's draw that a search would find: a query of `num`, `step`, `place` and `metres`, at most
 * PROMOTED_PLACES rows.
 *
 * Each promotion keeps a random number for life. The hour says at which number a window begins (going round at
 * the end) and in which order those stand; the first ones win. So each has its turn, all visitors of an hour see the
 * same, and no more than the window is read however many there are.
 */
export function drawn(placement: Placement, now: number, filters: SearchFilters): SQL {
  const { start, factor } = hourOf(now);
  const match = matchOf(filters, { placement });
  // What the match says too widely stands in the entry; cards see for themselves what has expired.
  const asked = filters.near !== null || filters.min !== null || filters.max !== null;
  const lap = (side: ">=" | "<") =>
    sql`select found.rowid as slot, placed.listing_num as num, ${metresTo(filters.near)} as metres
      from promotions_fts found
      cross join promotion_placements placed on placed.slot = found.rowid
      ${asked ? sql`cross join search_entries entry on entry.num = placed.listing_num` : sql``}
      where found.promotions_fts match ${match} and found.rowid ${sql.raw(`${side} ${start * SLOTS_OF_DRAW}`)}
        and placed.starts_ts <= ${now} and placed.ends_ts > ${now}
        ${asked ? sql`and ${entryConditions(filters, now)}` : sql``}
      order by found.rowid limit ${WINDOW}`;
  return sql`select num, ${PROMOTED_STEP} as step, (slot / ${sql.raw(`${SLOTS_OF_DRAW} + 1) * ${factor} % ${PRIME}`)} as place, metres
    from (select * from (${lap(">=")}) union all select * from (${lap("<")}) limit ${WINDOW})
    order by place limit ${PROMOTED_PLACES}`;
}

/** A listing may have been promoted twice over, and stands once. */
export const onlyOnce = (cards: ListingCard[]): ListingCard[] => [
  ...new Map(cards.map((card) => [card.num, card])).values(),
];

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
