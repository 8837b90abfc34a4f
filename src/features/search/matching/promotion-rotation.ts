import { type BoundSql, boundSql, constantSql, integer } from "@/db/bound-sql";
import { POSITIONS_PER_ROTATION_KEY, ROTATION_KEYS, ROTATION_POSITIONS } from "@/db/search-positions";
import type { ListingCardRow } from "@/features/listings";
import type { Placement } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { SearchFilters } from "@/shared/schemas/search";
import { buildMatchQuery } from "./match-query";
import { distanceSql, entryConditionsSql } from "./result-slices";

/** Promoted listings on the first page of a result. */
export const MAX_PROMOTED = 3;
/** The rank of a promoted card, below every other rank. */
const PROMOTED_RANK = -1;

/**
 * Most promotions in the rotation of one hour. In a county: the default slots of a subject in the largest county, 24
 * taught there and 24 online. In the whole country, whose page reads more rows: 24. With a filter by price, distance or
 * badge: 12, because each promotion then costs three rows read instead of two.
 */
const ROTATION_SIZE = { county: 48, country: 24, exactFilter: 12 };
/** A rotation of at most this length repeats daily: each listing gets at least three evenly spaced hours a day. */
const DAILY_ROTATION = 24;

/** The golden section of ROTATION_KEYS: its multiples spread evenly, however many there are. */
const STRIDE = 1_327_217_885;

/**
 * The promotions of this hour that match a search: a query of `num`, `rank`, `position` and `meters`, at most
 * MAX_PROMOTED rows. Words match only titles and codes. Round robin by the fixed random key of each promotion, the same
 * for all visitors:
 *
 * - Each hour shows the next MAX_PROMOTED promotions. With at most DAILY_ROTATION of them, none is shown more than one
 *   hour longer than another within 24 hours.
 * - A longer rotation also shifts daily, so that no listing is always shown at night.
 * - If more promotions match than ROTATION_SIZE, each hour rotates those after another start key. Shares are then about
 *   equal within days, and the number of rows read stays bounded.
 *
 * Example: 12 promotions in the order of their keys, A to L. Hour 100 has the offset 300, and 300 % 12 = 0, so it shows
 * A, B, C. Hour 101 shows D, E, F; hour 104 shows A, B, C again. Each promotion is shown six hours a day.
 * docs/decisions/0030
 */
export function buildRotationQuery(placement: Placement, now: number, filters: SearchFilters): BoundSql {
  const { startKey, offset, shift } = computeRotation(now);
  const firstPosition = integer(startKey * POSITIONS_PER_ROTATION_KEY);
  const query = buildMatchQuery(filters, { placement });
  // Price, distance and the end of badges are exact only in the entry, which is read for the chosen ones anyway.
  const needsEntry =
    filters.near !== null ||
    filters.min !== null ||
    filters.max !== null ||
    filters.verified ||
    filters.integrity;
  const limit = constantSql(
    needsEntry ? ROTATION_SIZE.exactFilter : filters.county ? ROTATION_SIZE.county : ROTATION_SIZE.country,
  );
  const promotions = boundSql`select found.rowid as position, placement.listing_num as num
      from promotions_fts found
      cross join promotion_placements placement
        on placement.rotation_position = found.rowid & ${constantSql(ROTATION_POSITIONS)} - 1
      ${constantSql(needsEntry ? "cross join search_entries entry on entry.num = placement.listing_num" : "")}
      where found.promotions_fts match ${query} and found.rowid >= (select ${firstPosition})
        and found.rowid < (select ${firstPosition} + ${constantSql(ROTATION_POSITIONS)})
        and placement.starts_ts <= ${now} and placement.ends_ts > ${now}
        ${needsEntry ? boundSql`and ${entryConditionsSql(filters, now)}` : constantSql("")}
      order by found.rowid limit ${limit}`;
  // All numbers as one JSON row: SQLite would have to store rows and read them again to pick from them. Keys below
  // `startKey` are read last but come first in the rotation.
  return boundSql`select chosen.num, ${constantSql(PROMOTED_RANK)} as rank, chosen.position,
      ${distanceSql(filters.near)} as meters, entry.card
    from (
      select slot.value as position, nums ->> (
        (wrap_index + ${integer(offset)} + iif(length > ${constantSql(DAILY_ROTATION)}, length * ${integer(shift)} / ${constantSql(ROTATION_KEYS)}, 0) + slot.value) % length
      ) as num
      from (
        select json_group_array(num) as nums, count(*) as length, sum(position < ${constantSql(ROTATION_POSITIONS)}) as wrap_index
        from (${promotions})
      ) cross join json_each('${constantSql(JSON.stringify([...Array(MAX_PROMOTED).keys()]))}') slot
      where slot.value < length
    ) chosen cross join search_entries entry on entry.num = chosen.num and entry.expires_ts > ${now}`;
}

export const isPromotedCard = ({ rank }: ListingCardRow): boolean => rank === PROMOTED_RANK;

/** Separates promoted cards from the others. Each listing appears once, also with two promotions. */
export function splitPromoted(cards: readonly ListingCardRow[]): {
  promoted: ListingCardRow[];
  others: ListingCardRow[];
} {
  const promoted = new Map(cards.filter(isPromotedCard).map((card) => [card.num, card]));
  const others = cards.filter(({ num }) => !promoted.has(num));
  return { promoted: [...promoted.values()], others };
}

/**
 * The first key of this hour in a large rotation, the listings shown in earlier hours, and the shift of the day (of
 * 2^31).
 */
function computeRotation(now: number): { startKey: number; offset: number; shift: number } {
  const hour = Math.floor(now / HOUR_MS);
  const day = Math.floor(now / DAY_MS);
  return {
    startKey: (hour * STRIDE) % ROTATION_KEYS,
    offset: hour * MAX_PROMOTED,
    shift: (day * STRIDE) % ROTATION_KEYS,
  };
}
