import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { levelBits } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { asksForMore, entryConditions, worded } from "./entries";
import { levelSetScopes, scopesByLevel } from "./scopes";

/** Counted exactly up to here; beyond, it is "more than". */
export const COUNTED_TO = 1000;

/** How many listings a search matches; `COUNTED_TO + 1` stands for any greater number. One statement. */
export async function countMatches(ctx: Pick<Ctx, "db" | "now">, filters: SearchFilters): Promise<number> {
  const [row] = await ctx.db.all<{ n: number }>(sql`select ${count(filters, ctx.now)} as n`);
  return Math.min(Math.max(row?.n ?? 0, 0), COUNTED_TO + 1);
}

function count(filters: SearchFilters, now: number): SQL {
  // Counting has no order to keep, so it may walk the prices.
  const conditions = entryConditions({ ...filters, sort: "price" }, now);
  if (filters.q) return sql`(select count(*) from (${worded(filters)}) where ${conditions})`;
  const levels = scopesByLevel(filters);
  if (asksForMore(filters)) return walked(levels.flat(), conditions);
  const [only] = levels;
  if (only && levels.length === 1) return kept(only, now);
  // A listing may stand in several levels. Where one level alone passes the mark, the sets need not be looked at.
  const most = sql`max(${sql.join(
    levels.map((scopes) => kept(scopes, now)),
    sql`, `,
  )})`;
  return sql`iif(${most} > ${COUNTED_TO}, ${COUNTED_TO + 1}, ${keptSets(filters, now)})`;
}

/** By the counts that the database keeps, less what expired and was not swept out yet. Scopes must not overlap. */
function kept(scopes: string[], now: number): SQL {
  return sql`(
    select coalesce(sum(listings - ${expired(now)}), 0) from json_each(${JSON.stringify(scopes)}) scopes
    cross join search_counts on search_counts.scope = scopes.value
  )`;
}

/** The same for several levels: by the sets of levels that have one of them in common with the search. */
function keptSets(filters: SearchFilters, now: number): SQL {
  return sql`(
    select coalesce(sum(listings - ${expired(now)}), 0) from json_each(${JSON.stringify(levelSetScopes(filters))}) beginnings
    cross join search_counts on search_counts.scope > beginnings.value and search_counts.scope < beginnings.value || 'A'
      and cast(substr(search_counts.scope, length(beginnings.value) + 1) as integer) & ${levelBits(filters.level)} <> 0
  )`;
}

/** How many listings of a row of search_counts are over. */
const expired = (now: number): SQL => sql`(
  select count(*) from search_entries
  where search_entries.scope = search_counts.scope and search_entries.expires_ts <= ${now}
)`;

/** By walking the entries, up to one more than is counted. */
function walked(scopes: string[], conditions: SQL): SQL {
  return sql`(
    select count(*) from (
      select ${scopes.length > 1 ? sql`distinct` : sql``} num from json_each(${JSON.stringify(scopes)}) scopes
      cross join search_entries on search_entries.scope = scopes.value
      where ${conditions} limit ${COUNTED_TO + 1}
    )
  )`;
}
