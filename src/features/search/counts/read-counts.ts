import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { countScope } from "@/db/search-codes";
import type { County, Subject } from "@/shared/codes";
import { fromGridPoint } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { circle, computeMeters } from "../distance/geo-cells";
import { toPriceRange } from "./price-bands";
import { createSignatureTest } from "./signatures";

export type CountContext = Pick<Ctx, "db" | "now">;

/** Scopes of `search_counts`, first and last inclusive. `withSignatures` reads their counts by signature as well. */
export type ScopeRange = { first: string; last: string; withSignatures: boolean };

/**
 * A row of `search_counts`: its listings, and their number by signature (for `forEachSignature`), "" if not requested.
 */
export type ScopeCounts = { scope: string; listings: number; signatureCounts: string };

/** Scopes of ten minutes with expired listings: 16 hours. A job removes expired listings every five minutes. */
const MAX_EXPIRY_SCOPES = 100;

/** Most ranges of each kind that are bound: a search by filters other than place has fewer, so its text is constant. */
const MAX_BOUND_RANGES = 20;

/** More scopes are in the text of the statement, and D1 limits that to 100,000 bytes. */
const SCOPES_PER_STATEMENT = 1000;

type Counts = { counts: ScopeCounts[]; expired: number };

/**
 * Reads stored counts and, if `withExpired`, the number of matches that have expired but are still counted; the caller
 * subtracts them. One statement, except for circles near the poles.
 */
export async function readCounts(
  ctx: CountContext,
  filters: SearchFilters,
  ranges: readonly ScopeRange[],
  withExpired: boolean,
): Promise<Counts> {
  const all: Counts = { counts: [], expired: 0 };
  for (let from = 0; from === 0 || from < ranges.length; from += SCOPES_PER_STATEMENT) {
    const { counts, expired } = await readBatch(
      ctx,
      filters,
      ranges.slice(from, from + SCOPES_PER_STATEMENT),
      withExpired && from === 0,
    );
    all.counts.push(...counts);
    all.expired += expired;
  }
  return all;
}

async function readBatch(
  { db, now }: CountContext,
  filters: SearchFilters,
  ranges: readonly ScopeRange[],
  withExpired: boolean,
): Promise<Counts> {
  const single = ranges.filter(({ first, last }) => first === last);
  const multiple = ranges.filter(({ first, last }) => first !== last);
  const queries = [
    ...(single.length > 0 ? [buildScopesQuery(single, "= requested.column1")] : []),
    ...(multiple.length > 0
      ? [buildScopesQuery(multiple, "between requested.column1 and requested.column2")]
      : []),
    ...(withExpired ? [buildExpiredQuery(now, filters)] : []),
  ];
  if (queries.length === 0) return { counts: [], expired: 0 };
  const rows = await db.read<{ scope: string | null; listings: number; signatureCounts: string }>(
    joinSql(queries, " union all "),
  );
  const counts = rows.flatMap(({ scope, listings, signatureCounts }) =>
    scope === null ? [] : [{ scope, listings, signatureCounts }],
  );
  const expired = rows
    .filter(({ scope }) => scope === null)
    .reduce((sum, { signatureCounts }) => sum + countExpired(signatureCounts, filters, now), 0);
  return { counts, expired };
}

/**
 * Many scopes are in the text, because D1 binds at most a hundred values: they consist of known codes and numbers only.
 * A single scope is compared by `=`: reading a range costs one more row, the one after it.
 */
function buildScopesQuery(ranges: readonly ScopeRange[], comparison: string): BoundSql {
  const toValue = (scope: string) =>
    ranges.length > MAX_BOUND_RANGES ? constantSql(`'${scope}'`) : boundSql`${scope}`;
  const values = joinSql(
    ranges.map(
      ({ first, last, withSignatures }) =>
        boundSql`(${toValue(first)}, ${toValue(last)}, ${constantSql(withSignatures ? 1 : 0)})`,
    ),
    ", ",
  );
  return boundSql`select counted.scope as scope, counted.listings as listings, 
      iif(requested.column3, counted.signature_counts, '') as "signatureCounts"
    from (values ${values}) requested cross join search_counts counted on counted.scope ${constantSql(comparison)}`;
}

/** Scopes of the times until now, as rows without a scope: they have the entries that are not yet swept. */
function buildExpiredQuery(now: number, { subject }: SearchFilters): BoundSql {
  const only = subject.length === 1 ? subject[0] : undefined;
  return boundSql`select * from (select null as scope, listings, signature_counts as "signatureCounts"
    from search_counts where scope between ${countScope.expiry(only, 0)} and ${countScope.expiry(only, now)}
    limit ${constantSql(MAX_EXPIRY_SCOPES)})`;
}

/** Expired matches in a scope of a time: `{"1795359342000.m.cj.36.3.1.9000.27420.41210": 1}`. */
function countExpired(signatureCounts: string, filters: SearchFilters, now: number): number {
  const counts: Record<string, number> = JSON.parse(signatureCounts);
  let total = 0;
  for (const signature in counts) {
    const [expiresTs, subject, county, ...numbers] = signature.split(".") as [
      string,
      Subject,
      County,
      ...string[],
    ];
    const [levels = 0, locations = 0, flags = 0, price = 0, y = 0, x = 0] = numbers.map(Number);
    const entry = { subject, county, levels, locations, flags, price, y, x };
    if (Number(expiresTs) <= now && matches(entry, filters)) total += counts[signature] ?? 0;
  }
  return total;
}

type ExpiredEntry = {
  subject: Subject;
  county: County;
  levels: number;
  locations: number;
  flags: number;
  price: number;
  y: number;
  x: number;
};

function matches(
  { subject, county, levels, locations, flags, price, y, x }: ExpiredEntry,
  filters: SearchFilters,
): boolean {
  const { near, radius } = filters;
  const range = toPriceRange(filters);
  return (
    (filters.subject.length === 0 || filters.subject.includes(subject)) &&
    createSignatureTest(filters)({ levels, locations, flags, county }) &&
    (!range || (price >= range.lowest && price <= range.highest)) &&
    (!near || computeMeters(near, fromGridPoint({ y, x })) < circle(near, radius).to)
  );
}
