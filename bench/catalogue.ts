import {
  COUNTY_WEIGHTS,
  DESCRIPTIONS,
  FIRST_NAMES,
  LAST_NAMES,
  LEVEL_SETS,
  NEIGHBOURHOODS,
  SUBJECT_WEIGHTS,
  TITLES,
} from "./words";

export type Catalogue = {
  listings: number /** ms; listings are published in the 85 days before. */;
  now: number;
};

const DAY_MS = 86_400_000;

/** A code as often in the list as its weight says. */
const weighted = (weights: Record<string, number>): string[] =>
  Object.entries(weights).flatMap(([code, weight]) => Array.from({ length: weight }, () => code));

/** Odd multipliers, one for each thing that is drawn: n → n × odd mod 2^32 visits all numbers evenly. */
const ODDS = [
  2654435761, 2246822519, 3266489917, 668265263, 374761393, 2869860233, 3624381081, 1181783497, 1640531527,
  3042594569,
];

/** A number below `below` that belongs to row `n` and draw `which`: the same on every run. */
const pick = (which: number, below: number | string): string =>
  `((((n + ${which}) * ${ODDS[which]}) % 4294967296) >> 8) % ${below}`;

const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const from = (list: readonly unknown[], which: number): string =>
  `${literal(list)} ->> (${pick(which, list.length)})`;
const rows = (first: number, last: number): string =>
  `with recursive row(n) as (select ${first} union all select n + 1 from row where n < ${last})`;

/**
 * SQL that fills an empty, migrated database with a large catalogue, the same for the same arguments: teachers with
 * two listings each, skewed by subject and county as the country is, pictures for most, one in 200 promoted. The
 * search tables are left to `reindexListings`.
 */
export function catalogueStatements({ listings, now }: Catalogue): string[] {
  const teachers = Math.ceil(listings / 2);
  const chunks = (total: number) =>
    Array.from(
      { length: Math.ceil(total / 5000) },
      (_, n) => [n * 5000 + 1, Math.min(total, (n + 1) * 5000)] as const,
    );
  return [
    ...chunks(teachers).flatMap(([first, last]) => [
      teacherRows(first, last, now),
      teacherFacts(first, last),
    ]),
    ...chunks(listings).flatMap(([first, last]) => [
      listingRows(first, last, now),
      pictureRows(first, last, now),
      orderRows(first, last, now),
      promotionRows(first, last, now),
    ]),
  ];
}

const idOf = (kind: string, n = "n"): string => `printf('${kind}%015d', ${n})`;

const teacherRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into users (id, email, email_verified_ts, role, first_name, last_name, birth_date, signup_ts)
  select ${idOf("t")}, printf('teacher%d@example.test', n), ${now}, 't', ${from(FIRST_NAMES, 0)}, ${from(LAST_NAMES, 1)},
    '1985-03-14', ${now} - ${200 * DAY_MS} from row`;

const teacherFacts = (first: number, last: number): string => `
  ${rows(first, last)}
  insert into teacher_information (user_id, phone_number, county, experience_teaching)
  select ${idOf("t")}, '+40712345678', ${from(weighted(COUNTY_WEIGHTS), 2)}, ${pick(3, 30)} from row`;

const listingRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)},
  drawn as (
    select n, ${from(weighted(SUBJECT_WEIGHTS), 4)} as subject, ${from(weighted(COUNTY_WEIGHTS), 5)} as county,
      ${from(
        LEVEL_SETS.map((set) => JSON.stringify(set)),
        6,
      )} as levels, 40 + 5 * (${pick(7, 40)}) as lei,
      json_array(60, 60, 60, 90, 50) ->> (${pick(8, 5)}) as minutes,
      ${now} - 1000 * (${pick(9, (85 * DAY_MS) / 1000)}) as published from row
  )
  insert into listings (num, id, owner_id, title, description, subject, levels, locations, online, county,
    neighbourhood, price, session_minutes, price_per_hour, state, created_ts, updated_ts, published_ts, renewed_ts, expires_ts)
  select n, ${idOf("k")}, ${idOf("t", "(n + 1) / 2")}, (${literal(TITLES)} ->> subject) ->> (${pick(0, 3)}), ${from(DESCRIPTIONS, 1)},
    subject, levels, json_array('["th"]', '["lh"]', '["th","lh"]', '["th"]', '["tc"]', '[]', '["sc"]') ->> (${pick(2, 7)}),
    (${pick(2, 7)}) = 5 or (${pick(3, 10)}) < 4, county, ${from(NEIGHBOURHOODS, 4)}, lei * 100, minutes,
    cast(round(lei * 6000.0 / minutes) as integer), 'published', published, published, published, published, published + ${90 * DAY_MS}
  from drawn`;

const pictureRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into listing_images (id, listing_id, owner_id, file, width, height, position, created_ts)
  select ${idOf("i", "n * 4 + place")}, ${idOf("k")}, ${idOf("t", "(n + 1) / 2")}, printf('picture%d.webp', place), 1600, 1200, place, ${now}
  from row, (select 0 as place union all select 1 union all select 2) where place < (${pick(5, 4)})`;

const orderRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into orders (id, listing_id, buyer_id, package, days, placement, amount, vat_amount, vat_rate, state,
    immediate_start, consent_text, consent_ts, created_ts, paid_ts)
  select ${idOf("r")}, ${idOf("k")}, ${idOf("t", "(n + 1) / 2")}, 'top30', 30, iif(n % 1000 = 0, 'home', 'results'), 4900, 850, 2100,
    'fulfilled', 1, '', ${now}, ${now}, ${now} from row where n % 200 = 0`;

const promotionRows = (first: number, last: number, now: number): string => `
  ${rows(first, last)}
  insert into promotions (id, order_id, listing_id, placement, starts_ts, ends_ts, draw, created_ts)
  select ${idOf("p")}, ${idOf("r")}, ${idOf("k")}, iif(n % 1000 = 0, 'home', 'results'), ${now} - ${DAY_MS}, ${now} + ${29 * DAY_MS},
    ${pick(6, 2 ** 31)}, ${now} from row where n % 200 = 0`;
