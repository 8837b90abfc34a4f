import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { COUNTIES, LEVELS, LOCATIONS } from "@/shared/codes";
import { toGridPoint } from "@/shared/geo";
import { isVisibleListing } from "../listing-state";
import { CELL_STEPS, codeTerm, PRICE_BAND_WIDTHS } from "./search-codes";

/** A text as the full text tables keep it: a `_` would make it look like a code. */
const plain = (text: string): string => `replace(${text}, '_', ' ')`;
const TEACHER = plain("users.first_name || ' ' || users.last_name");

/** A column of a list of codes as bits: bit n is the nth code. */
const bitsOf = (codes: readonly string[], column: string): string =>
  `(select coalesce(sum(case value ${codes.map((code, n) => `when '${code}' then ${1 << n}`).join(" ")} end), 0) from json_each(${column}))`;

/**
 * The place of a listing in the order of `newest`: the second of publication since 2020 (until 2054 in what numbers hold)
 * and its number. Two listings of the same second collide only if their numbers are some 8 million apart.
 */
const EPOCH_S = Date.UTC(2020, 0, 1) / 1000;
const NUMS = 2 ** 23;
export const newestPositionSql = (publishedTs: SQL, num: SQL): SQL =>
  sql`((${publishedTs} / 1000 - ${sql.raw(String(EPOCH_S))}) * ${sql.raw(String(NUMS))} + ${num} % ${sql.raw(String(NUMS))})`;

/** The place of a listing in the order of prices, from bani an hour; `NUMS_PER_PRICE` leaves room for its number. */
export const NUMS_PER_PRICE = 2 ** 34;
const PRICE_POSITION = `(search_entries.price_per_hour * ${NUMS_PER_PRICE} + search_entries.num)`;

/** Factor of the rotation key (below 2^31) in a rotation position; the listing's number is added to make it unique. */
export const POSITIONS_PER_ROTATION_KEY = 2 ** 22;

/** A degree in steps of the grid, as `toGridPoint` of shared/geo counts them; its county's seat for a listing without. */
function gridSteps(column: "latitude" | "longitude", axis: "y" | "x"): string {
  const origin = column === "latitude" ? 90 : 180;
  const seats = COUNTIES.map((county) => `when '${county.code}' then ${toGridPoint(county)[axis]}`).join(" ");
  return `iif(listings.latitude is null or listings.longitude is null, case listings.county ${seats} end,
    cast((listings.${column} + ${origin}) * 200 + 0.5 as integer))`;
}

/** The words of `codeTerm`, for a row of `listings` and its entry. */
const CODES = [
  `'${codeTerm.any} _s' || search_entries.subject || ' _c' || search_entries.county`,
  `iif(search_entries.online, ' ${codeTerm.online}', '')`,
  "(select coalesce(group_concat(' _l' || value, ''), '') from json_each(listings.levels))",
  "(select coalesce(group_concat(' _t' || value, ''), '') from json_each(listings.locations))",
  ...PRICE_BAND_WIDTHS.map((width, band) => `' _p${band}_' || (search_entries.price_per_hour / ${width})`),
  ...CELL_STEPS.map(
    (steps, level) =>
      `' _g${level}_' || (search_entries.y / ${steps}) || '_' || (search_entries.x / ${steps})`,
  ),
].join(" || ");
const WORDS = `${plain("listings.title")} || ' ' || ${TEACHER} || ' ' || ${plain("listings.description")} || ' ' || ${CODES}`;

const OWNED = "listings join users on users.id = listings.owner_id";
const INDEXED = `${OWNED} join search_entries on search_entries.num = listings.num`;

/** The rows of each search table, as selects that a condition on `listings` and `users` completes. */
const ROWS = {
  entries: sql`${sql.raw("insert into search_entries (position, num, subject, county, levels, locations, online, price_per_hour, expires_ts, y, x) select")}
    ${newestPositionSql(sql.raw("listings.published_ts"), sql.raw("listings.num"))}, ${sql.raw(
      `listings.num, listings.subject, listings.county, ${bitsOf(LEVELS, "listings.levels")}, ${bitsOf(LOCATIONS, "listings.locations")},
      listings.online, listings.price_per_hour, listings.expires_ts, ${gridSteps("latitude", "y")}, ${gridSteps("longitude", "x")}
      from ${OWNED}`,
    )}`,
  words: sql.raw(`insert into listings_fts (rowid, title, teacher, description, codes)
    select search_entries.position, ${plain("listings.title")}, ${TEACHER}, ${plain("listings.description")}, ${CODES}
    from ${INDEXED}`),
  byPrice: sql.raw(
    `insert into listings_by_price (rowid, words) select ${PRICE_POSITION}, ${WORDS} from ${INDEXED}`,
  ),
  placements: sql.raw(`insert into promotion_placements
      (rotation_position, promotion_id, listing_num, placement, subject, county, starts_ts, ends_ts)
    select promotions.rotation_key * ${POSITIONS_PER_ROTATION_KEY} + listings.num % ${POSITIONS_PER_ROTATION_KEY}, promotions.id, listings.num,
      promotions.placement, search_entries.subject, search_entries.county, promotions.starts_ts, promotions.ends_ts
    from ${INDEXED} join promotions on promotions.listing_id = listings.id`),
  promoted: sql.raw(`insert into promotions_fts (rowid, words)
    select promotion_placements.rotation_position, '_m' || promotion_placements.placement || ' ' || ${WORDS}
    from ${INDEXED} join promotion_placements on promotion_placements.listing_num = listings.num`),
};

/**
 * Brings everything that search and the promoted blocks read about one listing in line with the listing's own row:
 * statements for the end of the batch that changed the listing, its promotions or its owner. What visitors may not
 * see is taken out; an expiry that passes later is seen by the readers themselves. With `guard` nothing is written unless
 * that holds when the batch runs, for a batch that may turn out to change nothing.
 */
export function reindexListing(ctx: Pick<Ctx, "db" | "now">, listingId: string, guard?: SQL): Statement[] {
  const listing = sql`listings.id = ${listingId}`;
  return reindexListings(ctx, guard ? sql`${listing} and ${guard}` : listing);
}

/** The same for all listings that a condition on `listings` and `users` chooses: an owner's, or every one. */
export function reindexListings({ db, now }: Pick<Ctx, "db" | "now">, which: SQL): Statement[] {
  const nums = sql`(select listings.num from ${sql.raw(OWNED)} where ${which})`;
  const running = sql`promotions.revoked_ts is null and promotions.ends_ts > ${now}`;
  return [
    // Triggers take the words and the counts along.
    db.run(sql`delete from search_entries where num in ${nums}`),
    db.run(sql`delete from promotion_placements where listing_num in ${nums}`),
    db.run(sql`${ROWS.entries} where ${which} and ${isVisibleListing(now)}`),
    db.run(sql`${ROWS.words} where ${which}`),
    db.run(sql`${ROWS.byPrice} where ${which}`),
    db.run(sql`${ROWS.placements} where ${which} and ${running}`),
    db.run(sql`${ROWS.promoted} where ${which}`),
  ];
}
