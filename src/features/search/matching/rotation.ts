import { type SQL, sql } from "drizzle-orm";
import { type ListingCardRow, POSITIONS_PER_ROTATION_KEY } from "@/features/listings";
import type { Placement } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { SearchFilters } from "@/shared/schemas/search";
import { matchOf } from "./match-query";
import { entryConditions, metresTo } from "./match-rows";

/** Promoted listings on the first page of a result. */
export const MAX_PROMOTED = 3;
/** The step of a promoted card: before every other. */
export const PROMOTED_STEP = -1;

/**
 * Most promotions in the rotation of one hour. In a county it is all default slots of a subject: 24 taught there and 24
 * online. In the whole country, whose page reads more rows, it is 24. With a filter by price or distance it is 12, because
 * each promotion then costs three rows read instead of two.
 */
const ROTATION_SIZE = { county: 48, country: 24, open: 12 };
/** A rotation of at most this length repeats daily: each listing gets at least three evenly spaced hours a day. */
const DAILY_ROTATION = 24;

/** Rotation keys are below 2^31. `STRIDE` is its golden section: its multiples spread evenly, however many there are. */
const ROTATION_KEYS = 2 ** 31;
const STRIDE = 1_327_217_885;

/**
 * The promotions of this hour among those that a search finds: a query of `num`, `step`, `place` and `metres`, at most
 * MAX_PROMOTED rows.
 *
 * Round robin: promotions are ordered by their fixed random key, and each hour shows the next ones, the same to all
 * visitors. In any 24 hours, of up to 24 promotions none is shown more than one hour longer than another; of twelve each
 * is shown six hours. A longer rotation also shifts daily, so that no listing always gets the nights. If more promotions
 * match than a rotation holds, it starts at another key each hour: shares are then about equal within days, and the number
 * of rows read stays bounded. docs/decisions/0030
 */
export function promotedInRotation(placement: Placement, now: number, filters: SearchFilters): SQL {
  const { start, offset, shift } = hourOf(now);
  const first = whole(start * POSITIONS_PER_ROTATION_KEY);
  const match = matchOf(filters, { placement });
  // Price and distance are exact only in the entry. The cards filter expired listings themselves.
  const asked = filters.near !== null || filters.min !== null || filters.max !== null;
  const limit = whole(
    asked ? ROTATION_SIZE.open : filters.county ? ROTATION_SIZE.county : ROTATION_SIZE.country,
  );
  const lap = (side: ">=" | "<") =>
    sql`select found.rowid as position, placed.listing_num as num
      from promotions_fts found
      cross join promotion_placements placed on placed.rotation_position = found.rowid
      ${asked ? sql`cross join search_entries entry on entry.num = placed.listing_num` : sql``}
      where found.promotions_fts match ${match} and found.rowid ${sql.raw(side)} ${first}
        and placed.starts_ts <= ${now} and placed.ends_ts > ${now}
        ${asked ? sql`and ${entryConditions(filters, now)}` : sql``}
      order by found.rowid limit ${limit}`;
  // All numbers as one JSON row: SQLite would have to store rows and read them again to pick from them. Keys below
  // `first` are read last but come first in the rotation.
  return sql`select chosen.num, ${PROMOTED_STEP} as step, chosen.place,
      ${filters.near ? sql`(select ${metresTo(filters.near)} from search_entries entry where entry.num = chosen.num)` : sql`null`} as metres
    from (
      select place.value as place, nums ->> (
        (ahead + ${whole(offset)} + iif(length > ${whole(DAILY_ROTATION)}, length * ${whole(shift)} / ${whole(ROTATION_KEYS)}, 0) + place.value) % length
      ) as num
      from (
        select json_group_array(num) as nums, count(*) as length, sum(position >= ${first}) as ahead
        from (select * from (${lap(">=")}) union all select * from (${lap("<")}) limit ${limit})
      ) cross join json_each(${JSON.stringify([...Array(MAX_PROMOTED).keys()])}) place
      where place.value < length
    ) chosen`;
}

/** Removes duplicates: a listing may have two promotions. */
export const onlyOnce = (cards: ListingCardRow[]): ListingCardRow[] => [
  ...new Map(cards.map((card) => [card.num, card])).values(),
];

/** This hour's first key in a large rotation, the number of listings shown before, and the shift of the day (of 2^31). */
function hourOf(now: number): { start: number; offset: number; shift: number } {
  const hour = Math.floor(now / HOUR_MS);
  const day = Math.floor(now / DAY_MS);
  return {
    start: (hour * STRIDE) % ROTATION_KEYS,
    offset: hour * MAX_PROMOTED,
    shift: (day * STRIDE) % ROTATION_KEYS,
  };
}

/** Inlined in the SQL, because D1 binds every number as a float. */
const whole = (value: number): SQL => sql.raw(String(value));
