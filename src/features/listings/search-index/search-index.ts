import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { constantSql, toParameters } from "@/db/bound-sql";
import type { Statement } from "@/db/client";
import { CELL_STEPS, codeTerm, PRICE_BAND_WIDTHS } from "@/db/search-codes";
import {
  NUMS_PER_KEY,
  newestPositionSql,
  POSITIONS_PER_ROTATION_KEY,
  ROTATION_POSITIONS,
} from "@/db/search-positions";
import { COUNTIES, DEFAULT_LANGUAGES, LEVELS } from "@/shared/codes";
import { toGridPoint } from "@/shared/geo";
import {
  CODE_FILTER_NAMES,
  CODE_FILTERS,
  type CodeFilter,
  FLAG_FILTERS,
  type FlagFilter,
} from "@/shared/search-filters";
import { isVisibleListingSql } from "../listing-state";

/** A text for the full text tables, where `_` is reserved for codes (`codeTerm`). */
const withoutUnderscores = (text: string): string => `replace(${text}, '_', ' ')`;
const TEACHER = withoutUnderscores("users.first_name || ' ' || users.last_name");
/** A neighborhood counts as a word of the description. */
const DESCRIPTION = withoutUnderscores("listings.description || ' ' || listings.neighbourhood");

/** The levels as bits: bit n is the nth code. */
const LEVEL_BITS = `(select coalesce(sum(case value ${LEVELS.map((code, n) => `when '${code}' then ${1 << n}`).join(" ")} end), 0) from json_each(listings.levels))`;

const POSITION = toParameters(
  newestPositionSql(constantSql("listings.published_ts"), constantSql("listings.num")),
).text;
const PRICE_POSITION = `(search_entries.price_per_hour * ${NUMS_PER_KEY} + search_entries.num)`;
const RATING_POSITION = `(search_entries.rating_key * ${NUMS_PER_KEY} + search_entries.num)`;

/** The site's mean counts as much as this many reviews, so that few reviews move a teacher little. */
const MEAN_WEIGHT = 5;
/** The site's mean while there are no reviews. */
const FIRST_MEAN = 4.5;
/** To one decimal, because each change of it moves all listings in the order of ratings. */
const SITE_MEAN = `(select round(1.0 * site_rating.rating_sum / site_rating.review_count, 1) from site_rating where site_rating.review_count > 0)`;
/** The Bayesian mean of the teacher's ratings, in thousandths. */
const RATING_KEY = `cast(round(1000 * (${MEAN_WEIGHT} * coalesce(${SITE_MEAN}, ${FIRST_MEAN}) + users.rating_sum) / (${MEAN_WEIGHT} + users.review_count)) as integer)`;

const HAS_NO_POINT = "listings.latitude is null or listings.longitude is null";

/**
 * A coordinate in steps of the grid, as `toGridPoint` of shared/geo computes it. Without a point, the county seat's.
 */
function gridSteps(column: "latitude" | "longitude", axis: "y" | "x"): string {
  const origin = column === "latitude" ? 90 : 180;
  const countySeats = COUNTIES.map(
    (county) => `when '${county.code}' then ${toGridPoint(county)[axis]}`,
  ).join(" ");
  return `iif(${HAS_NO_POINT}, case listings.county ${countySeats} end,
    cast((listings.${column} + ${origin}) * 200 + 0.5 as integer))`;
}

/** For each flag filter, the condition on `listings` and `users` under which a listing matches at `now` (ms). */
const FLAG_CONDITIONS: Record<FlagFilter, (now: number) => SQL> = {
  online: () => sql.raw("listings.online"),
  verified: (now) => sql`(users.checked_until_ts > ${now} or users.integrity_until_ts > ${now})`,
  trial: () => sql.raw("listings.trial <> 'none'"),
  receipt: () => sql.raw("listings.receipt"),
  integrity: (now) => sql`users.integrity_until_ts > ${now}`,
};
const flagsSql = (now: number): SQL =>
  sql.join(
    FLAG_FILTERS.map((name, bit) => sql`iif(${FLAG_CONDITIONS[name](now)}, ${sql.raw(String(1 << bit))}, 0)`),
    sql` + `,
  );

/** For each filter of codes besides the subject, where the codes of a listing are the column `value`. */
const CODE_VALUES: Record<Exclude<CodeFilter, "subject">, string> = {
  level: "json_each(listings.levels)",
  location: "json_each(listings.locations)",
  format: "json_each(listings.formats)",
  when: "json_each(listings.availability)",
  teaches_in: `json_each(coalesce((select nullif(teacher_information.languages, '[]') from teacher_information
    where teacher_information.user_id = listings.owner_id), '${JSON.stringify(DEFAULT_LANGUAGES)}'))`,
};

const SUBJECT_IN_COUNTY = "' _s' || search_entries.subject || '_c' || search_entries.county";

/** The `codeTerm`s of a row of `listings` and its search entry. */
const CODES = [
  `'${codeTerm.any} _s' || search_entries.subject || ' _c' || search_entries.county`,
  `${SUBJECT_IN_COUNTY} || (select coalesce(group_concat(${SUBJECT_IN_COUNTY} || '_l' || value, ''), '') from ${CODE_VALUES.level})`,
  ...FLAG_FILTERS.map(
    (name, bit) => `iif(search_entries.flags & ${1 << bit}, ' ${codeTerm.flag(name)}', '')`,
  ),
  ...CODE_FILTER_NAMES.filter((name) => name !== "subject").map(
    (name) =>
      `(select coalesce(group_concat(' _${CODE_FILTERS[name].letter}' || value, ''), '') from ${CODE_VALUES[name]})`,
  ),
  ...PRICE_BAND_WIDTHS.map((width, band) => `' _p${band}_' || (search_entries.price_per_hour / ${width})`),
  `iif(${HAS_NO_POINT}, ' _n' || search_entries.county, ${CELL_STEPS.map(
    (steps, level) =>
      `' _g${level}_' || (search_entries.y / ${steps}) || '_' || (search_entries.x / ${steps})`,
  ).join(" || ")})`,
].join(" || ");
const ALL_TERMS = `${withoutUnderscores("listings.title")} || ' ' || ${TEACHER} || ' ' || ${DESCRIPTION} || ' ' || ${CODES}`;
/** A promoted listing is found only by words of its title and by names of its codes. */
const PROMOTED_TERMS = `${withoutUnderscores("listings.title")} || ' ' || ${CODES}`;

const LISTINGS_WITH_OWNERS = "listings join users on users.id = listings.owner_id";
const INDEXED_LISTINGS = `${LISTINGS_WITH_OWNERS} join search_entries on search_entries.num = listings.num`;

const ENTRY_COLUMNS = sql.raw(
  "position, num, subject, county, levels, flags, price_per_hour, rating_key, expires_ts, y, x, card",
);
const COLUMNS_BEFORE_FLAGS = sql.raw(
  `${POSITION}, listings.num, listings.subject, listings.county, ${LEVEL_BITS}`,
);
const COLUMNS_AFTER_FLAGS = sql.raw(
  `listings.price_per_hour, ${RATING_KEY}, listings.expires_ts, ${gridSteps("latitude", "y")}, ${gridSteps("longitude", "x")},
  (select card from listing_cards where listing_cards.num = listings.num)
  from ${LISTINGS_WITH_OWNERS}`,
);
/** The search entries of listings, as computed from them; a condition on `listings` and `users` is appended. */
const computedEntriesSql = (now: number): SQL =>
  sql`select ${COLUMNS_BEFORE_FLAGS}, ${flagsSql(now)}, ${COLUMNS_AFTER_FLAGS}`;

/** One value: of separate conditions SQLite uses the index of states, and reads all published listings for a few. */
const isVisibleValueSql = (now: number): SQL => sql`(${isVisibleListingSql(now)}) is true`;

/** Condition on `listings`: the search finds it by its present subject and place. */
export const isIndexedInPlaceSql: SQL = sql.raw(`exists (select 1 from search_entries
  where search_entries.num = listings.num and search_entries.subject = listings.subject
    and search_entries.county = listings.county
    and (search_entries.flags & ${1 << FLAG_FILTERS.indexOf("online")} <> 0) = listings.online)`);

/** Inserts the rows of the other search tables; a condition on `listings` and `users` is appended. */
const INSERTS = {
  texts: sql.raw(`insert into listings_fts (rowid, title, teacher, description, codes)
    select search_entries.position, ${withoutUnderscores("listings.title")}, ${TEACHER}, ${DESCRIPTION}, ${CODES}
    from ${INDEXED_LISTINGS}`),
  byPrice: sql.raw(
    `insert into listings_by_price (rowid, words) select ${PRICE_POSITION}, ${ALL_TERMS} from ${INDEXED_LISTINGS}`,
  ),
  byRating: sql.raw(
    `insert into listings_by_rating (rowid, words) select ${RATING_POSITION}, ${ALL_TERMS} from ${INDEXED_LISTINGS}`,
  ),
  placements: sql.raw(`insert into promotion_placements
      (rotation_position, promotion_id, listing_num, placement, subject, county, starts_ts, ends_ts)
    select promotions.rotation_key * ${POSITIONS_PER_ROTATION_KEY} + listings.num % ${POSITIONS_PER_ROTATION_KEY}, promotions.id, listings.num,
      promotions.placement, search_entries.subject, search_entries.county, promotions.starts_ts, promotions.ends_ts
    from ${INDEXED_LISTINGS} join promotions on promotions.listing_id = listings.id`),
  promotedTexts: sql.raw(`insert into promotions_fts (rowid, words)
    select promotion_placements.rotation_position + round.value * ${ROTATION_POSITIONS}, '_m' || promotion_placements.placement || ' ' || ${PROMOTED_TERMS}
    from ${INDEXED_LISTINGS} join promotion_placements on promotion_placements.listing_num = listings.num
    join json_each('[0,1]') round`),
};

/** Adds the search entries of listings to `listing_counts`, or subtracts them (-1): by subject, by county, both and all. */
const countEntriesSql = (nums: SQL, change: 1 | -1): SQL => sql`
  insert into listing_counts (subject, county, listings)
  select subjects.value, counties.value, ${change} * count(*)
  from search_entries, json_each(json_array(subject, '')) subjects, json_each(json_array(county, '')) counties
  where num in ${nums} group by 1, 2
  on conflict do update set listings = listings + excluded.listings`;

/** Removes the search entries of listings; `nums` is a subquery. Triggers delete the rows of the full text tables. */
export const deleteEntriesStatements = ({ db }: Pick<Ctx, "db">, nums: SQL): [Statement, Statement] => [
  db.run(countEntriesSql(nums, -1)),
  db.run(sql`delete from search_entries where num in ${nums}`),
];

/**
 * Rebuilds the search rows of one listing, for the end of the batch that changed the listing, its promotions or its
 * owner. A listing that visitors may not see gets no rows. Queries check later expiries themselves. If `guard` does not
 * hold, nothing is written.
 */
export function reindexListingStatements(
  ctx: Pick<Ctx, "db" | "now">,
  listingId: string,
  guard?: SQL,
): Statement[] {
  const isListingSql = sql`listings.id = ${listingId}`;
  return reindexListingsStatements(ctx, guard ? sql`${isListingSql} and ${guard}` : isListingSql);
}

/** `reindexListingStatements` for all listings that meet a condition on `listings` and `users`. */
export function reindexListingsStatements({ db, now }: Pick<Ctx, "db" | "now">, condition: SQL): Statement[] {
  const nums = sql`(select listings.num from ${sql.raw(LISTINGS_WITH_OWNERS)} where ${condition})`;
  const isCurrentSql = sql`promotions.stopped_ts is null and promotions.ends_ts > ${now}`;
  return [
    ...deleteEntriesStatements({ db }, nums),
    db.run(sql`delete from promotion_placements where listing_num in ${nums}`),
    db.run(sql`insert into search_entries (${ENTRY_COLUMNS})
      ${computedEntriesSql(now)} where ${condition} and ${isVisibleValueSql(now)}`),
    db.run(countEntriesSql(nums, 1)),
    db.run(sql`${INSERTS.texts} where ${condition}`),
    db.run(sql`${INSERTS.byPrice} where ${condition}`),
    db.run(sql`${INSERTS.byRating} where ${condition}`),
    db.run(sql`${INSERTS.placements} where ${condition} and ${isCurrentSql}`),
    db.run(sql`${INSERTS.promotedTexts} where ${condition}`),
  ];
}

/**
 * Copies the cards of listings to their search entries again, for the batch that changed what only a card shows: the
 * owner's picture, reply time or experience, or the first picture. `condition` is on `listings`.
 */
export const refreshCardsStatement = ({ db }: Pick<Ctx, "db">, condition: SQL): Statement =>
  db.run(sql`update search_entries
    set card = (select card from listing_cards where listing_cards.num = search_entries.num)
    where num in (select num from listings where ${condition})`);

/** Numbers, from `first` to `last`, of visible listings whose search entry is missing or differs from the listing. */
export async function listOutdatedNums({ db, now }: Ctx, first: number, last: number): Promise<number[]> {
  const rows = await db.all<{ num: number }>(sql`
    with computed (${ENTRY_COLUMNS}) as (
      ${computedEntriesSql(now)} where listings.num between ${first} and ${last} and ${isVisibleValueSql(now)}
      except select ${ENTRY_COLUMNS} from search_entries where num between ${first} and ${last})
    select num from computed`);
  return rows.map(({ num }) => num);
}
