import { boundSql, joinSql } from "@/db/bound-sql";
import { countScope } from "@/db/search-codes";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { type CountContext, readCounts } from "../counts/read-counts";
import { isScopeOnly } from "../list/list-metadata";
import { buildMatchQuery } from "../matching/match-query";
import type { Search } from "./complete-phrase";

/** What is known of the results of searches by at most one subject. */
export type Results = {
  /** Whether a search has results. Listings that expired within the last minutes count. */
  has(search: Search): boolean;
  /** The number of listings of the search's subject and county. */
  countScope(search: Search): number;
};

/**
 * Finds out which searches have results. Those by subject and county have stored counts, one row each. For any others it
 * reads the first match from the text index: their stored counts would be hundreds of kilobytes in a large catalogue.
 */
export async function findResults(ctx: CountContext, searches: readonly Search[]): Promise<Results> {
  const matches = new Map(
    searches.flatMap((search) =>
      isScopeOnly(search.filters) ? [] : [[search, buildMatchQuery(search.filters)] as const],
    ),
  );
  const [listingsByScope, found] = await Promise.all([
    readScopes(ctx, [...new Set(searches.map(({ filters }) => toScope(filters)))]),
    readMatches(ctx, [...new Set(matches.values())]),
  ]);
  const count = ({ filters }: Search) => listingsByScope.get(toScope(filters)) ?? 0;
  return {
    has(search) {
      const match = matches.get(search);
      return count(search) > 0 && (match === undefined || found.has(match));
    },
    countScope: count,
  };
}

async function readScopes(ctx: CountContext, scopes: readonly string[]): Promise<Map<string, number>> {
  const ranges = scopes.map((scope) => ({ first: scope, last: scope, withSignatures: false }));
  const { counts } = await readCounts(ctx, NO_FILTERS, ranges, false);
  return new Map(counts.map(({ scope, listings }) => [scope, listings]));
}

/** The queries of the text index that match a listing. */
async function readMatches({ db }: CountContext, matches: readonly string[]): Promise<Set<string>> {
  if (matches.length === 0) return new Set();
  const values = joinSql(
    matches.map((match) => boundSql`(${match})`),
    ", ",
  );
  const rows = await db.read<{ match: string }>(boundSql`
    select column1 as "match" from (values ${values})
    where exists (select 1 from listings_fts where listings_fts match column1)`);
  return new Set(rows.map(({ match }) => match));
}

const toScope = ({ subject, county }: SearchFilters): string =>
  countScope.county(subject[0], county ?? undefined);
