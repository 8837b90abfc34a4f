import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import type { SearchFilters } from "@/shared/schemas/search";
import { buildExpiredQuery, countExpiredMatches } from "./expired-entries";

export type CountContext = Pick<Ctx, "db" | "now">;

/** Scopes of `search_counts`, first and last inclusive. `withSignatures` reads their counts by signature as well. */
export type ScopeRange = { first: string; last: string; withSignatures: boolean };

/**
 * A row of `search_counts`: its listings, and their number by signature (for `forEachSignature`), "" if not requested.
 */
export type ScopeCounts = { scope: string; listings: number; signatureCounts: string };

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
  const expiryScopes = rows.filter(({ scope }) => scope === null);
  return { counts, expired: countExpiredMatches(expiryScopes, filters, now) };
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
