import { FIRST_NAMES, LAST_NAMES } from "../../dev/seed/names";
import { countListings, listNeighbourhoods } from "../../dev/seed/places";
import { DESCRIPTIONS } from "../../dev/seed/texts/descriptions";
import { fill } from "../../dev/seed/texts/fill";
import { FOCUSES, SUBJECT_TEXTS } from "../../dev/seed/texts/subject-texts";
import { COUNTIES, COUNTY_CODES } from "../../src/shared/codes";

export type Catalogue = {
  listings: number;
  /** ms; listings are published in the 85 days before. */
  now: number;
};

const DAY_MS = 86_400_000;
/** Rows that one statement inserts. */
const CHUNK = 5000;
/** One listing in this many is promoted, while slots are free. */
const PROMOTED = 100;
/** Slots of a subject in a county, and in București, as features/promotions sells them. */
const SLOTS = { county: 12, bucharest: 24 };

/** What listings are about, from the texts of the demonstration site. */
const SUBJECTS = SUBJECT_TEXTS.flatMap(({ code, names: [s = ""], titles }) =>
  titles.flatMap(({ focuses, text }) =>
    focuses.map((focus) => ({
      subject: code,
      title: fill(text, { gender: "f", s }),
      levels: JSON.stringify(FOCUSES[focus].levels.at(-1)),
    })),
  ),
);
/** Paragraphs on how a subject is taught; each subject has at least two. */
const SUBJECT_METHODS = Object.fromEntries(SUBJECT_TEXTS.map(({ code, methods }) => [code, methods]));
/** At least three for each county. */
const NEIGHBOURHOODS = Object.fromEntries(COUNTY_CODES.map((code) => [code, listNeighbourhoods(code)]));
/** A county as often as it has listings on the demonstration site. */
const WEIGHTED_COUNTIES = COUNTY_CODES.flatMap((code) => Array(countListings(code)).fill(code));
/** The surname of one teacher in some thousand. */
export const RARE_LAST_NAME = "Văcărescu";

/** Odd multipliers below 2^31, one for each random value. */
const ODDS = [
  1640531527, 1181783497, 668265263, 374761393, 1812433253, 1103515245, 134775813, 279470273, 1583458089,
  1566083941, 1597334677, 747796405,
];

/**
 * A number below `below` for row `of` and value `which`: the same on every run, and independent enough of the other
 * values (an integer hash of two rounds; products stay below 2^62).
 */
function pick(which: number, below: number | string, of = "n"): string {
  const odd = ODDS[which % ODDS.length];
  const mixed = `(((${of}) + ${which * 7919 + 1}) * ${odd} & 2147483647)`;
  const folded = `((${mixed} | (${mixed} >> 15)) - (${mixed} & (${mixed} >> 15)))`;
  return `(((${folded} * 1597334677 & 2147483647) >> 9) % (${below}))`;
}

const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const from = (list: readonly unknown[], which: number, of?: string): string =>
  `${literal(list)} ->> ${pick(which, list.length, of)}`;
const rows = (first: number, last: number): string =>
  `with recursive row(n) as (select ${first} union all select n + 1 from row where n < ${last})`;

/**
 * SQL that fills an empty, migrated database with a large catalogue, the same for the same arguments: teachers with
 * two listings each, skewed by subject and county as the country is, most with a point around their county's seat and
 * with pictures, one in a hundred promoted while slots are free. `reindexListingsStatements` fills the search tables.
 */
export function catalogueStatements({ listings, now }: Catalogue): string[] {
  const chunks = (total: number) =>
    Array.from(
      { length: Math.ceil(total / CHUNK) },
      (_, n) => [n * CHUNK + 1, Math.min(total, (n + 1) * CHUNK)] as const,
    );
  return [
    ...chunks(Math.ceil(listings / 2)).flatMap(([first, last]) => [
      teacherRows(first, last, now),
      teacherFacts(first, last),
    ]),
    ...chunks(listings).flatMap(([first, last]) => [
      listingRows(first, last, now),
      pictureRows(first, last, now),
      orderRows(first, last, now),
    ]),
    promotionRows(now),
    "insert into site_rating (id, review_count, rating_sum) select 1, sum(review_count), sum(rating_sum) from users",
  ];
}

const toId = (kind: string, n = "n"): string => `printf('${kind}%015d', ${n})`;
/** The teacher of the nth listing. */
const TEACHER = "(n + 1) / 2";

/** A third of the teachers have up to 40 reviews, with a mean from 3 to 5. */
const REVIEW_COUNT = `iif(${pick(33, 3)} = 0, ${pick(34, 40)} + 1, 0)`;

/** A third of the teachers have a picture. */
const HAS_PICTURE = `${pick(36, 3)} = 0`;

const teacherRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into users (id, email, email_verified_ts, role, first_name, last_name, birth_date, signup_ts, reply_median_s,
    review_count, rating_sum, profile_picture, picture_ts)
  select ${toId("t")}, printf('teacher%d@example.test', n), ${now}, 't', ${from([...FIRST_NAMES.f, ...FIRST_NAMES.m], 0)},
    iif(${pick(1, 1500)} = 0, '${RARE_LAST_NAME}', ${from(LAST_NAMES, 2)}),
    '1985-03-14', ${now} - ${200 * DAY_MS}, iif(${pick(3, 3)} = 0, null, ${pick(4, 200_000)}),
    ${REVIEW_COUNT}, ${REVIEW_COUNT} * ${pick(35, 21)} / 10 + ${REVIEW_COUNT} * 3,
    iif(${HAS_PICTURE}, 'webp', null), iif(${HAS_PICTURE}, ${now} - 1000 * ${pick(37, 2 ** 21)}, null) from row`;

const county = (of: string): string => from(WEIGHTED_COUNTIES, 5, of);

const teacherFacts = (first: number, last: number): string => `
  ${rows(first, last)}
  insert into teacher_information (user_id, phone_number, county, experience_teaching, languages)
  select ${toId("t")}, '+40712345678', ${county("n")}, ${pick(6, 30)},
    iif(${pick(38, 5)} = 0, '["ro","en"]', iif(${pick(39, 40)} = 0, '["ro","hu"]', '["ro"]')) from row`;

/**
 * Degrees from the seat: most live in the town, the others anywhere within some 40 km. Drawn as a sum, so fewer at the
 * edge.
 */
const offset = (which: number): string =>
  `(${pick(which, 1000)} + ${pick(which + 1, 1000)} - 1000) / 1000.0 * iif(${pick(9, 4)} = 0, 0.4, 0.06)`;

const countySeats = literal(
  Object.fromEntries(COUNTIES.map(({ code, latitude, longitude }) => [code, [latitude, longitude]])),
);

/** Prices of an hour in lei: steps of 5 from 30 to 155, most around 90, and one in twenty far above. */
const LEI = `30 + 5 * (${pick(11, 9)} + ${pick(12, 9)} + ${pick(13, 10)}) + iif(${pick(32, 20)} = 0, 90, 0)`;

const listingRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)},
  drawn as materialized (
    select *, cast(round(lei * minutes / 60.0) as integer) as price from (select n, ${literal(SUBJECTS)} -> ${pick(7, SUBJECTS.length)} as text,
      ${county(TEACHER)} as county, ${LEI} as lei, json_array(60, 60, 60, 90, 50, 45, 120, 60) ->> ${pick(14, 8)} as minutes,
      ${now} - 1000 * ${pick(15, (85 * DAY_MS) / 1000)} as published, ${pick(10, 8)} as place, ${pick(16, 5)} = 0 as nowhere from row)
  )
  insert into listings (num, id, owner_id, title, description, text_language, subject, levels, locations, online, county,
    neighbourhood, latitude, longitude, price, session_minutes, price_per_hour, availability, formats, trial, receipt,
    state, created_ts, updated_ts, published_ts, renewed_ts, expires_ts)
  select n, ${toId("k")}, ${toId("t", TEACHER)},
    text ->> 'title',
    (${literal(SUBJECT_METHODS)} ->> (text ->> 'subject') ->> ${pick(19, 2)}) || ' ' || (${from(DESCRIPTIONS.methods, 20)}) || ' ' || (${from(DESCRIPTIONS.closings, 21)}),
    'ro', text ->> 'subject', text ->> 'levels',
    json_array('["th"]', '["lh"]', '["th","lh"]', '["th"]', '["tc"]', '[]', '["sc"]', '["th","o"]') ->> place,
    place = 5 or ${pick(24, 10)} < 4, county, ${literal(NEIGHBOURHOODS)} ->> county ->> ${pick(25, 3)},
    iif(nowhere, null, round((${countySeats} ->> county ->> 0) + ${offset(26)}, 5)),
    iif(nowhere, null, round((${countySeats} ->> county ->> 1) + ${offset(28)} * 1.4, 5)),
    100 * price, minutes, cast(round(6000.0 * price / minutes) as integer),
    json_array('[]', '["1e","2e","3e","4e","5e"]', '["1a","1e","3a","3e"]', '["1e","3e","6m"]', '["2a","4a"]', '["6m","6a","7m","7a"]') ->> ${pick(33, 6)},
    json_array('["individual"]', '["individual"]', '["individual"]', '["individual","group"]', '["group"]') ->> ${pick(34, 5)},
    json_array('none', 'none', 'none', 'free', 'reduced') ->> ${pick(35, 5)}, ${pick(36, 5)} = 0,
    'published', published, published, published, published, published + ${90 * DAY_MS}
  from drawn`;

const pictureRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into listing_images (id, listing_id, owner_id, file, width, height, position, created_ts)
  select ${toId("i", "n * 4 + place")}, ${toId("k")}, ${toId("t", TEACHER)}, printf('picture%d.webp', place), 1600, 1200, place, ${now}
  from row, (select 0 as place union all select 1 union all select 2) where place < ${pick(30, 4)}`;

const orderRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into orders (id, listing_id, buyer_id, package, days, placement, amount, vat_amount, vat_rate, state,
    immediate_start, consent_text, consent_ts, created_ts, paid_ts)
  select ${toId("r")}, ${toId("k")}, ${toId("t", TEACHER)}, 'top30', 30, iif(n % ${5 * PROMOTED} = 0, 'home', 'results'), 4900, 850,
    2100, 'fulfilled', 1, '', ${now}, ${now}, ${now} from row where n % ${PROMOTED} = 0`;

/** One for each order that got a slot. */
const promotionRows = (now: number): string => `
  insert into promotions (id, order_id, listing_id, placement, starts_ts, ends_ts, rotation_key, created_ts)
  select replace(id, 'r', 'p'), id, listing_id, placement, ${now} - ${DAY_MS}, ${now} + ${29 * DAY_MS}, rotation_key, ${now} from (
    select orders.id, orders.listing_id, orders.placement, ${pick(31, 2 ** 21, "listings.num")} * 512 as rotation_key,
      row_number() over (partition by orders.placement, subject, county order by num) as slot,
      iif(county = 'b', ${SLOTS.bucharest}, ${SLOTS.county}) as slots
    from orders join listings on listings.id = orders.listing_id
  ) where slot <= slots`;
