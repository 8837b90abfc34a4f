import { type SQL, sql } from "drizzle-orm";
import { type ListingCard, SLOTS_OF_DRAW } from "@/features/listings";
import type { Placement } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { SearchFilters } from "@/shared/schemas/search";
import { entryConditions, metresTo } from "./entries";
import { matchOf } from "./match";

/** Promoted places on the first page of a result. */
export const PROMOTED_PLACES = 3;
/** The step of a promoted card: before every other. */
export const PROMOTED_STEP = -1;

/**
 * So many promotions stand in one hour's ring. In a county all that a subject has as its slots are shipped, 24 taught
 * there and 24 online. In the whole country, whose page reads more besides, it is as many neighbours as one kind has
 * slots; fewer where the match leaves something open (price, distance): each is three rows read then, and two else.
 */
const RING = { county: 48, country: 24, open: 12 };
/** A ring no longer than this comes round three times a day: the same hours every day, evenly apart, are fair enough. */
const SAME_HOURS = 24;

/** Draws are below 2^31. The golden section of that: its multiples leave no large gap, however many there are. */
const DRAWS = 2 ** 31;
const STRIDE = 1_327_217_885;

/**
 * The promotions that have this hour's places among those that a search would find: a query of `num`, `step`, `place`
 * and `metres`, at most PROMOTED_PLACES rows.
 *
 * Each promotion was drawn a number, for life, and they stand in a ring in the order of these. Each hour has the next
 * places of the ring, for all visitors alike. So in any 24 hours none of up to 24 has more than one turn more than
 * another; of twelve each has six. A longer ring is turned on by another piece each day, so that nobody has the nights
 * for good. Where more match than a ring holds, an hour's ring begins at a number of its own: each comes round within
 * days, about as often as the others, and no more rows are read however many there are. docs/decisions/0030
 */
export function drawn(placement: Placement, now: number, filters: SearchFilters): SQL {
  const { start, turn, shift } = hourOf(now);
  const first = whole(start * SLOTS_OF_DRAW);
  const match = matchOf(filters, { placement });
  // What the match says too widely stands in the entry; cards see for themselves what has expired.
  const asked = filters.near !== null || filters.min !== null || filters.max !== null;
  const limit = whole(asked ? RING.open : filters.county ? RING.county : RING.country);
  const lap = (side: ">=" | "<") =>
    sql`select found.rowid as slot, placed.listing_num as num
      from promotions_fts found
      cross join promotion_placements placed on placed.slot = found.rowid
      ${asked ? sql`cross join search_entries entry on entry.num = placed.listing_num` : sql``}
      where found.promotions_fts match ${match} and found.rowid ${sql.raw(side)} ${first}
        and placed.starts_ts <= ${now} and placed.ends_ts > ${now}
        ${asked ? sql`and ${entryConditions(filters, now)}` : sql``}
      order by found.rowid limit ${limit}`;
  // One row of all numbers: to pick out of rows, SQLite would have to keep and read them once more. Those before `first`
  // are read last, and the ring begins with them, wherever the hour does.
  return sql`select chosen.num, ${PROMOTED_STEP} as step, chosen.place,
      ${filters.near ? sql`(select ${metresTo(filters.near)} from search_entries entry where entry.num = chosen.num)` : sql`null`} as metres
    from (
      select place.value as place, nums ->> (
        (ahead + ${whole(turn)} + iif(length > ${whole(SAME_HOURS)}, length * ${whole(shift)} / ${whole(DRAWS)}, 0) + place.value) % length
      ) as num
      from (
        select json_group_array(num) as nums, count(*) as length, sum(slot >= ${first}) as ahead
        from (select * from (${lap(">=")}) union all select * from (${lap("<")}) limit ${limit})
      ) cross join json_each(${JSON.stringify([...Array(PROMOTED_PLACES).keys()])}) place
      where place.value < length
    ) chosen`;
}

/** A listing may have been promoted twice over, and stands once. */
export const onlyOnce = (cards: ListingCard[]): ListingCard[] => [
  ...new Map(cards.map((card) => [card.num, card])).values(),
];

/** Where a wide result's ring begins in this hour, how many places had their turn before it, and the day's piece of 2^31. */
function hourOf(now: number): { start: number; turn: number; shift: number } {
  const hour = Math.floor(now / HOUR_MS);
  const day = Math.floor(now / DAY_MS);
  return {
    start: (hour * STRIDE) % DRAWS,
    turn: hour * PROMOTED_PLACES,
    shift: (day * STRIDE) % DRAWS,
  };
}

/** Stands in the text: D1 binds every number as a real one. */
const whole = (value: number): SQL => sql.raw(String(value));
