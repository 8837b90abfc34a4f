import type { Ctx } from "@/context";
import { boundSql, constantSql, joinSql } from "@/db/bound-sql";
import { countScope } from "@/db/search-codes";
import { COUNTY_CODES, type County, LEVELS, type Level, SUBJECTS, type Subject } from "@/shared/codes";
import { isIndexable, scopePath } from "./list-metadata";

/** The subject and county of a list that search engines may index; null for all. */
export type Scope = { subject: Subject | null; county: County | null };

/** A scope and how many listings it has. */
export type ScopeCount = Scope & { listings: number };

/** Prices, levels and siblings of a scope from the stored counts. Prices in bani an hour. */
export type ScopeSummary = {
  prices: { from: number; to: number } | null;
  /** The most frequent levels, at most two. */
  levels: Level[];
  /** Counties of a subject, or subjects of a county, that have listings; most listings first. */
  siblings: ScopeCount[];
};

const MAX_LEVELS = 2;

const toScopeName = ({ subject, county }: Scope): string =>
  countScope.county(subject ?? undefined, county ?? undefined);

/**
 * The scopes that have listings, with their counts; most listings first. Reads a row for each. The scopes are in the
 * text of the statement, so each caller has constant ones: D1 counts the rows of a list that is passed as JSON as rows
 * read.
 */
export async function listScopeCounts(ctx: Pick<Ctx, "db">, scopes: readonly Scope[]): Promise<ScopeCount[]> {
  const names = constantSql(scopes.map((scope) => `'${toScopeName(scope)}'`).join(", "));
  const [row] = await ctx.db.read<{ counts: string }>(boundSql`
    select json_group_array(json_object('scope', scope, 'listings', listings)) as counts
    from search_counts where scope in (${names})`);
  return toScopeCounts(scopes, JSON.parse(row?.counts ?? "[]"));
}

function toScopeCounts(
  scopes: readonly Scope[],
  rows: readonly { scope: string; listings: number }[],
): ScopeCount[] {
  const scopesByName = new Map(scopes.map((scope) => [toScopeName(scope), scope]));
  return rows
    .flatMap(({ scope: name, listings }) => {
      const scope = scopesByName.get(name);
      return scope && listings > 0 ? [{ ...scope, listings }] : [];
    })
    .sort((a, b) => b.listings - a.listings);
}

type Row = { kind: "own" | "price" | "sibling"; scope: string; listings: number; signatureCounts: string };

/**
 * Reads at most 45 rows in one statement, independent of the number of listings. Listings that expired within the last
 * minutes may still be counted.
 */
export async function getScopeSummary(ctx: Pick<Ctx, "db">, scope: Scope): Promise<ScopeSummary> {
  const siblings = listSiblings(scope);
  const [first, last] = priceScopeBounds(scope);
  const siblingNames = siblings.map((sibling) => boundSql`${toScopeName(sibling)}`);
  const rows = await ctx.db.read<Row>(boundSql`
    select 'own' as kind, scope, listings, signature_counts as "signatureCounts" from search_counts where scope = ${toScopeName(scope)}
    union all select 'sibling', scope, listings, '' from search_counts where scope in (${joinSql(siblingNames, ", ")})
    union all select * from (select 'price', scope, 0, '' from search_counts
      where scope >= ${first} and scope <= ${last} order by scope limit 1)
    union all select * from (select 'price', scope, 0, '' from search_counts
      where scope >= ${first} and scope <= ${last} order by scope desc limit 1)`);
  const rowsOfKind = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const [own] = rowsOfKind("own");
  const prices = rowsOfKind("price").map(({ scope: name }) => Number(name.slice(name.lastIndexOf(":") + 1)));
  return {
    prices: prices.length > 0 ? { from: Math.min(...prices), to: Math.max(...prices) } : null,
    levels: own ? findTopLevels(own.signatureCounts) : [],
    siblings: toScopeCounts(siblings, rowsOfKind("sibling")),
  };
}

/** The counties of a subject without a county; else the subjects, in the county or everywhere. */
function listSiblings(scope: Scope): Scope[] {
  const all: Scope[] =
    scope.subject && !scope.county
      ? COUNTY_CODES.map((county) => ({ ...scope, county }))
      : SUBJECTS.map((subject) => ({ ...scope, subject }));
  return all.filter((sibling) => sibling.subject !== scope.subject || sibling.county !== scope.county);
}

/** First and last possible scope of a single price. Scopes sort by price, because it is padded in the name. */
function priceScopeBounds({ subject, county }: Scope): [string, string] {
  const toPriceScope = (bani: number) => countScope.price(subject ?? undefined, county ?? undefined, 0, bani);
  return [toPriceScope(0), toPriceScope(9_999_999)];
}

/** The most frequent levels of counts by signature, which begins with the levels as bits: `{"36.1.0": 5}`. */
function findTopLevels(signatureCounts: string): Level[] {
  const counts = LEVELS.map((level) => ({ level, listings: 0 }));
  const signatures: Record<string, number> = JSON.parse(signatureCounts);
  for (const signature in signatures) {
    let bits = Number.parseInt(signature, 10);
    for (let n = 0; bits > 0; n++, bits >>= 1) {
      const count = counts[n];
      if (bits & 1 && count) count.listings += signatures[signature] ?? 0;
    }
  }
  const ranked = counts.filter(({ listings }) => listings > 0).sort((a, b) => b.listings - a.listings);
  return ranked.slice(0, MAX_LEVELS).map(({ level }) => level);
}

/**
 * Paths of the lists that search engines may index, of all scopes with enough listings; most listings first.
 * One statement of at most 903 rows.
 */
export async function listIndexablePaths(ctx: Pick<Ctx, "db">): Promise<string[]> {
  const scopes = [null, ...SUBJECTS].flatMap((subject) =>
    [null, ...COUNTY_CODES].map((county) => ({ subject, county })),
  );
  const counts = await listScopeCounts(ctx, scopes);
  return counts
    .filter(({ listings }) => isIndexable(listings))
    .map(({ subject, county }) => scopePath({ subject, county }));
}
