import { type BoundSql, boundSql, constantSql, integer } from "@/db/bound-sql";
import { type ListingCardRow, POSITIONS_PER_ROTATION_KEY } from "@/features/listings";
import type { Placement } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { SearchFilters } from "@/shared/schemas/search";
import { buildMatchQuery } from "./match-query";
import { distanceSql, entryConditions } from "./result-slices";

/** Promoted listings on the first page of a result. */
export const MAX_PROMOTED = 3;
/** The rank of a promoted card, below every other rank. */
const PROMOTED_RANK = -1;

/**
 * Most promotions in the rotation of one hour. In a county it is all default slots of a subject: 24 taught there and 24
 * online. In the whole country, whose page reads more rows, it is 24. With a filter by price or distance it is 12, because
 * each promotion then costs three rows read instead of two.
 */
const ROTATION_SIZE = { county: 48, country: 24, exactFilter: 12 };
/** A rotation of at most this length repeats daily: each listing gets at least three evenly spaced hours a day. */
const DAILY_ROTATION = 24;

/** Rotation keys are below 2^31. `STRIDE` is its golden section: its multiples spread evenly, however many there are. */
const ROTATION_KEYS = 2 ** 31;
const STRIDE = 1_327_217_885;

/**
 * The promotions of this hour that match a search: a query of `num`, `rank`, `position` and `meters`, at most
 * MAX_PROMOTED rows.
 *
 * Round robin: promotions are ordered by their fixed random key, and each hour shows the next ones, the same to all
 * visitors. In any 24 hours, of up to 24 promotions none is shown more than one hour longer than another; of twelve each
 * is shown six hours. A longer rotation also shifts daily, so that no listing is always shown at night. If more promotions
 * match than a rotation holds, it starts at another key each hour: shares are then about equal within days, and the number
 * of rows read stays bounded. docs/decisions/0030
 */
export function buildRotationQuery(placement: Placement, now: number, filters: SearchFilters): BoundSql {
  const { startKey, offset, shift } = computeRotation(now);
  const firstPosition = integer(startKey * POSITIONS_PER_ROTATION_KEY);
  const match = buildMatchQuery(filters, { placement });
  // Price and distance are exact only in the entry. The cards filter expired listings themselves.
  const needsEntry = filters.near !== null || filters.min !== null || filters.max !== null;
  const limit = constantSql(
    needsEntry ? ROTATION_SIZE.exactFilter : filters.county ? ROTATION_SIZE.county : ROTATION_SIZE.country,
  );
  const readPromotions = (side: ">=" | "<") =>
    boundSql`select found.rowid as position, placed.listing_num as num
      from promotions_fts found
      cross join promotion_placements placed on placed.rotation_position = found.rowid
      ${constantSql(needsEntry ? "cross join search_entries entry on entry.num = placed.listing_num" : "")}
      where found.promotions_fts match ${match} and found.rowid ${constantSql(side)} (select ${firstPosition})
        and placed.starts_ts <= ${now} and placed.ends_ts > ${now}
        ${needsEntry ? boundSql`and ${entryConditions(filters, now)}` : constantSql("")}
      order by found.rowid limit ${limit}`;
  // All numbers as one JSON row: SQLite would have to store rows and read them again to pick from them. Keys below
  // `startKey` are read last but come first in the rotation.
  return boundSql`select chosen.num, ${constantSql(PROMOTED_RANK)} as rank, chosen.position,
      ${filters.near ? boundSql`(select ${distanceSql(filters.near)} from search_entries entry where entry.num = chosen.num)` : constantSql("null")} as meters
    from (
      select slot.value as position, nums ->> (
        (wrap_index + ${integer(offset)} + iif(length > ${constantSql(DAILY_ROTATION)}, length * ${integer(shift)} / ${constantSql(ROTATION_KEYS)}, 0) + slot.value) % length
      ) as num
      from (
        select json_group_array(num) as nums, count(*) as length, sum(position >= ${firstPosition}) as wrap_index
        from (select * from (${readPromotions(">=")}) union all select * from (${readPromotions("<")}) limit ${limit})
      ) cross join json_each('${constantSql(JSON.stringify([...Array(MAX_PROMOTED).keys()]))}') slot
      where slot.value < length
    ) chosen`;
}

/** Separates promoted cards from the others. Each listing appears once, also with two promotions. */
export function splitPromoted(cards: readonly ListingCardRow[]): {
  promoted: ListingCardRow[];
  others: ListingCardRow[];
} {
  const promoted = new Map(
    cards.filter(({ rank }) => rank === PROMOTED_RANK).map((card) => [card.num, card]),
  );
  const others = cards.filter(({ num }) => !promoted.has(num));
  return { promoted: [...promoted.values()], others };
}

/** The first key of this hour in a large rotation, the listings shown in earlier hours, and the shift of the day (of 2^31). */
function computeRotation(now: number): { startKey: number; offset: number; shift: number } {
  const hour = Math.floor(now / HOUR_MS);
  const day = Math.floor(now / DAY_MS);
  return {
    startKey: (hour * STRIDE) % ROTATION_KEYS,
    offset: hour * MAX_PROMOTED,
    shift: (day * STRIDE) % ROTATION_KEYS,
  };
}
