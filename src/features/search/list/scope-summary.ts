import type { Ctx } from "@/context";
import { boundSql, constantSql } from "@/db/bound-sql";
import { COUNTY_CODES, LEVELS, type Level, SUBJECTS } from "@/shared/codes";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { listScopeCounts, type ScopeCount } from "../counts/list-scope-counts";
import type { Scope } from "../counts/scopes";
import { findPriceRange } from "../matching/find-price";
import { buildMatchQuery } from "../matching/match-query";
import { entryConditionsSql } from "../matching/result-slices";
import { isIndexable, scopePath } from "./list-metadata";

/** Prices, levels and siblings of a scope. Prices in bani an hour. */
export type ScopeSummary = {
  prices: { from: number; to: number } | null;
  /** The most frequent levels, at most two. */
  levels: Level[];
  /** Counties of a subject, or subjects of a county, that have listings; most listings first. */
  siblings: ScopeCount[];
};

const MAX_LEVELS = 2;
/** The newest listings, whose levels are counted. */
const LEVELS_SAMPLE = 100;

/** Reads about 250 rows in one round trip. */
export async function getScopeSummary(ctx: Ctx, scope: Scope): Promise<ScopeSummary> {
  const { subject, county } = scope;
  const filters = { ...NO_FILTERS, subject: subject ? [subject] : [], county };
  const [prices, levels, siblings] = await Promise.all([
    findPriceRange(ctx, filters),
    listTopLevels(ctx, filters),
    listScopeCounts(ctx, listSiblings(scope)),
  ]);
  return { prices, levels, siblings };
}

/** The counties of a subject without a county; else the subjects, in the county or everywhere. */
function listSiblings(scope: Scope): Scope[] {
  const all: Scope[] =
    scope.subject && !scope.county
      ? COUNTY_CODES.map((county) => ({ ...scope, county }))
      : SUBJECTS.map((subject) => ({ ...scope, subject }));
  return all.filter((sibling) => sibling.subject !== scope.subject || sibling.county !== scope.county);
}

/** The most frequent levels of the newest listings. */
async function listTopLevels({ db, now }: Ctx, filters: SearchFilters): Promise<Level[]> {
  const [row] = await db.read<{ levels: string | null }>(boundSql`
    select group_concat(levels) as levels from (
      select entry.levels from listings_fts found cross join search_entries entry on entry.position = found.rowid
      where found.listings_fts match ${buildMatchQuery(filters)} and ${entryConditionsSql(filters, now)}
      order by found.rowid desc limit ${constantSql(LEVELS_SAMPLE)})`);
  const bits = row?.levels?.split(",").map(Number) ?? [];
  return LEVELS.map((level, n) => ({ level, listings: bits.filter((all) => all & (1 << n)).length }))
    .filter(({ listings }) => listings > 0)
    .sort((a, b) => b.listings - a.listings)
    .slice(0, MAX_LEVELS)
    .map(({ level }) => level);
}

/**
 * Paths of the lists that search engines may index, of all scopes with enough listings; most listings first.
 * One statement of at most 903 rows.
 */
export async function listIndexablePaths(ctx: Ctx): Promise<string[]> {
  const scopes = [null, ...SUBJECTS].flatMap((subject) =>
    [null, ...COUNTY_CODES].map((county) => ({ subject, county })),
  );
  const counts = await listScopeCounts(ctx, scopes);
  return counts
    .filter(({ listings }) => isIndexable(listings))
    .map(({ subject, county }) => scopePath({ subject, county }));
}
