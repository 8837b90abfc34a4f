import type { Ctx } from "@/context";
import { boundSql, joinSql } from "@/db/bound-sql";
import { listScopeCounts } from "../counts/list-scope-counts";
import { isScopeOnly, toScope } from "../counts/scopes";
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
 * reads the first match from the text index.
 */
export async function findResults(ctx: Ctx, searches: readonly Search[]): Promise<Results> {
  const matches = new Map(
    searches.flatMap((search) =>
      isScopeOnly(search.filters) ? [] : [[search, buildMatchQuery(search.filters)] as const],
    ),
  );
  const [scopes, found] = await Promise.all([
    listScopeCounts(
      ctx,
      searches.map(({ filters }) => toScope(filters)),
    ),
    readMatches(ctx, [...new Set(matches.values())]),
  ]);
  const count = ({ filters }: Search) => {
    const { subject, county } = toScope(filters);
    return scopes.find((scope) => scope.subject === subject && scope.county === county)?.listings ?? 0;
  };
  return {
    has(search) {
      const match = matches.get(search);
      return count(search) > 0 && (match === undefined || found.has(match));
    },
    countScope: count,
  };
}

/** The queries of the text index that match a listing. */
async function readMatches({ db }: Ctx, matches: readonly string[]): Promise<Set<string>> {
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
