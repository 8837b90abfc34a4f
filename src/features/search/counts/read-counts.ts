import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { County, Subject } from "@/shared/codes";
import { fromGridPoint } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { circle, metresBetween } from "../distance/geo-cells";
import { priceRange } from "./price-bands";
import { signatureTest } from "./signature";

export type Asking = Pick<Ctx, "db" | "now">;

/** Names of `search_counts` from one to another; with `sets` also how many there are of each signature. */
export type Scopes = { first: string; last: string; sets: boolean };

/** A row of `search_counts`: how many listings, and how many of each signature (for `eachSet`), "" if not asked for. */
export type Count = { scope: string; listings: number; sets: string };

/** More expired listings than this are never found in five minutes, after which they are swept out. */
const EXPIRED_AT_ONCE = 1000;

/** Names stand in the text of a statement, which may have 100,000 bytes in D1. */
const SCOPES_AT_ONCE = 1000;

type Counts = { counts: Count[]; expired: number };

/**
 * Counts that the database keeps, and with `expired` how many that a search asks for are expired and not swept out yet:
 * they are to be taken off. One statement, but for circles near the poles.
 */
export async function readCounts(
  ctx: Asking,
  filters: SearchFilters,
  scopes: readonly Scopes[],
  expired: boolean,
): Promise<Counts> {
  const all: Counts = { counts: [], expired: 0 };
  for (let from = 0; from === 0 || from < scopes.length; from += SCOPES_AT_ONCE) {
    const some = await readSome(
      ctx,
      filters,
      scopes.slice(from, from + SCOPES_AT_ONCE),
      expired && from === 0,
    );
    all.counts.push(...some.counts);
    all.expired += some.expired;
  }
  return all;
}

async function readSome(
  { db, now }: Asking,
  filters: SearchFilters,
  scopes: readonly Scopes[],
  expired: boolean,
): Promise<Counts> {
  const single = scopes.filter(({ first, last }) => first === last);
  const ranges = scopes.filter(({ first, last }) => first !== last);
  const queries = [
    ...(single.length > 0 ? [readScopes(single, sql`= asked.column1`)] : []),
    ...(ranges.length > 0 ? [readScopes(ranges, sql`between asked.column1 and asked.column2`)] : []),
    ...(expired ? [expiredRows(now)] : []),
  ];
  if (queries.length === 0) return { counts: [], expired: 0 };
  const rows = await db.all<{ scope: string | null; listings: number; sets: string }>(
    sql.join(queries, sql` union all `),
  );
  const counts = rows.flatMap(({ scope, listings, sets }) =>
    scope === null ? [] : [{ scope, listings, sets }],
  );
  const over = rows.filter(({ scope, sets }) => scope === null && isAmong(JSON.parse(sets), filters));
  return { counts, expired: over.length };
}

/**
 * Scopes are made of known codes and numbers alone, so they may stand in the text (D1 binds at most a hundred values).
 * A single one is asked for as such: the end of a range is one row more.
 */
function readScopes(scopes: readonly Scopes[], compared: SQL): SQL {
  const values = scopes.map(({ first, last, sets }) => `('${first}', '${last}', ${sets ? 1 : 0})`).join(", ");
  return sql`select counted.scope as scope, counted.listings as listings, iif(asked.column3, counted.sets, '') as sets
    from (values ${sql.raw(values)}) asked cross join search_counts counted on counted.scope ${compared}`;
}

const expiredRows = (now: number): SQL => sql`select * from (
    select null as scope, 0 as listings,
      json_array(subject, county, levels, locations, online, price_per_hour, y, x) as sets
    from search_entries where expires_ts <= ${now} limit ${EXPIRED_AT_ONCE})`;

type Entry = [
  Subject,
  County,
  levels: number,
  locations: number,
  online: 0 | 1,
  price: number,
  y: number,
  x: number,
];

function isAmong(
  [subject, county, levels, locations, online, price, y, x]: Entry,
  filters: SearchFilters,
): boolean {
  const { near, radius } = filters;
  const range = priceRange(filters);
  return (
    (filters.subject.length === 0 || filters.subject.includes(subject)) &&
    signatureTest(filters)({ levels, locations, online: online === 1, county }) &&
    (!range || (price >= range.lowest && price <= range.highest)) &&
    (!near || metresBetween(near, fromGridPoint({ y, x })) < circle(near, radius).to)
  );
}
