import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { type County, LEVELS, type Level, LOCATIONS, type Location, type Subject } from "@/shared/codes";
import { visibleListing } from "./visibility";

/** "Whatever": the place of a subject, level or county that a scope leaves open. */
const ANY = "*";

/** The scope that a choice of subject, level and county names, each one code or none: `m:*:cj`. */
export function searchScope(choice: { subject?: Subject; level?: Level; county?: County }): string {
  return [choice.subject ?? ANY, choice.level ?? ANY, choice.county ?? ANY].join(":");
}

/**
 * Beside its scopes a listing stands in one entry for each subject and county (or any) with all its levels as bits:
 * `m:cj:#36`. Several levels at once are counted by these, since a listing stands in the scopes of several levels.
 * What is given here comes before the bits.
 */
export function levelSetScope(choice: { subject?: Subject; county?: County }): string {
  return `${choice.subject ?? ANY}:${choice.county ?? ANY}:#`;
}

/** Levels as bits: bit n is the nth code of LEVELS. */
export const levelBits = (levels: readonly Level[]): number =>
  levels.reduce((bits, level) => bits | (1 << LEVELS.indexOf(level)), 0);

/** The scope of promotions that were bought for the home page. */
export const HOME_SCOPE = "home";

/** A listing's or a filter's locations as bits: bit n is the nth code of LOCATIONS. */
export const locationBits = (locations: readonly Location[]): number =>
  locations.reduce((bits, location) => bits | (1 << LOCATIONS.indexOf(location)), 0);

/** How full text search knows a listing's codes: one word each, with a letter for the list it belongs to. */
export const codeWord = {
  subject: (code: Subject) => `s${code}`,
  level: (code: Level) => `l${code}`,
  county: (code: County) => `c${code}`,
  location: (code: Location) => `p${code}`,
  online: "online",
} as const;

/** The bits of a column that holds a list of codes. */
const bitsSql = (codes: readonly string[], column: string) =>
  sql.raw(
    `(select coalesce(sum(case value ${codes.map((code, n) => `when '${code}' then ${1 << n}`).join(" ")} end), 0) from json_each(${column}))`,
  );
const LOCATION_BITS_SQL = bitsSql(LOCATIONS, "listings.locations");
const LEVEL_BITS_SQL = bitsSql(LEVELS, "listings.levels");

/** Every scope that a row of `listings` belongs to, as rows `subject.value`, `level.value`, `county.value`. */
const SUBJECTS_AND_COUNTIES = `json_each(json_array(listings.subject, '${ANY}')) subject, json_each(json_array(listings.county, '${ANY}')) county`;
const SUBJECTS_AND_COUNTIES_SQL = sql.raw(SUBJECTS_AND_COUNTIES);
const SCOPES_SQL = sql.raw(
  `${SUBJECTS_AND_COUNTIES}, json_each(json_insert(listings.levels, '$[#]', '${ANY}')) level`,
);
/** The words of the column `codes`, as `codeWord` spells them. */
const CODES_SQL = sql.raw(
  [
    "'s' || listings.subject || ' c' || listings.county || iif(listings.online, ' online', '')",
    "(select coalesce(group_concat(' l' || value, ''), '') from json_each(listings.levels))",
    "(select coalesce(group_concat(' p' || value, ''), '') from json_each(listings.locations))",
  ].join(" || "),
);
const SCOPE_SQL = sql.raw("subject.value || ':' || level.value || ':' || county.value");

/**
 * Brings everything that search and the promoted blocks read about one listing in line with the listing's own row:
 * statements for the end of the batch that changed the listing, its promotions or its owner. What visitors may not
 * see is taken out; an expiry that passes later is seen by the readers themselves. With `when` nothing is written unless
 * that holds when the batch runs, for a batch that may turn out to change nothing.
 */
export function reindexListing(ctx: Pick<Ctx, "db" | "now">, listingId: string, when?: SQL): Statement[] {
  const listing = sql`listings.id = ${listingId}`;
  return reindexListings(ctx, when ? sql`${listing} and ${when}` : listing);
}

/** The same for all listings that a condition on `listings` and `users` chooses: an owner's, or every one. */
export function reindexListings({ db, now }: Pick<Ctx, "db" | "now">, which: SQL): Statement[] {
  const nums = sql`(select listings.num from listings join users on users.id = listings.owner_id where ${which})`;
  const visible = visibleListing(now);
  const from = sql`listings join users on users.id = listings.owner_id`;
  const running = sql`promotions.revoked_ts is null and promotions.ends_ts > ${now}`;
  return [
    db.run(sql`delete from search_entries where num in ${nums}`),
    db.run(sql`delete from listings_fts where rowid in ${nums}`),
    db.run(sql`delete from promotion_placements where listing_num in ${nums}`),
    db.run(sql`
      insert into search_entries (scope, published_ts, num, price_per_hour, expires_ts, online, locations)
      select ${SCOPE_SQL}, listings.published_ts, listings.num, listings.price_per_hour, listings.expires_ts,
        listings.online, ${LOCATION_BITS_SQL}
      from ${from}, ${SCOPES_SQL} where ${which} and ${visible}`),
    db.run(sql`
      insert into search_entries (scope, published_ts, num, price_per_hour, expires_ts, online, locations)
      select subject.value || ':' || county.value || ':#' || ${LEVEL_BITS_SQL}, listings.published_ts, listings.num,
        listings.price_per_hour, listings.expires_ts, listings.online, ${LOCATION_BITS_SQL}
      from ${from}, ${SUBJECTS_AND_COUNTIES_SQL} where ${which} and ${visible}`),
    db.run(sql`
      insert into listings_fts (rowid, title, teacher, description, codes)
      select listings.num, listings.title, users.first_name || ' ' || users.last_name, listings.description, ${CODES_SQL}
      from ${from} where ${which} and ${visible}`),
    db.run(sql`
      insert into promotion_placements (scope, draw, promotion_id, listing_num, starts_ts, ends_ts)
      select ${SCOPE_SQL}, promotions.draw, promotions.id, listings.num, promotions.starts_ts, promotions.ends_ts
      from ${from} join promotions on promotions.listing_id = listings.id and promotions.placement = 'results', ${SCOPES_SQL}
      where ${which} and ${visible} and ${running}`),
    db.run(sql`
      insert into promotion_placements (scope, draw, promotion_id, listing_num, starts_ts, ends_ts)
      select ${HOME_SCOPE}, promotions.draw, promotions.id, listings.num, promotions.starts_ts, promotions.ends_ts
      from ${from} join promotions on promotions.listing_id = listings.id and promotions.placement = 'home'
      where ${which} and ${visible} and ${running}`),
  ];
}
