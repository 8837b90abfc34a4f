import { type BoundSql, boundSql } from "@/db/bound-sql";
import type { SearchFilters } from "@/shared/schemas/search";
import { buildMatchQuery } from "./match-query";
import { entryConditionsSql } from "./result-slices";

/**
 * Whether a search finds a listing at `now` (ms): a condition on a row of `search_entries` called `entry`. Its text
 * depends only on which of price, place, `verified` and `integrity` are filtered.
 */
export function matchesEntrySql(filters: SearchFilters, now: number): BoundSql {
  // Bands of prices and geo cells only narrow what is read of many listings. The conditions check both exactly.
  const match = buildMatchQuery({ ...filters, near: null }, { byPrice: true });
  return boundSql`exists (select 1 from listings_fts found
      where found.rowid = entry.position and found.listings_fts match ${match})
    and ${entryConditionsSql(filters, now)}`;
}
