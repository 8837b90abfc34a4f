import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { countScope } from "@/features/listings";
import { COUNTY_CODES, type County, LEVELS, type Level, SUBJECTS, type Subject } from "@/shared/codes";
import { basePath, isIndexable } from "./list-metadata";

/** A subject, a county, or both: what a list is about that search engines may know. */
export type Scope = { subject: Subject | null; county: County | null };

/** A scope and how many listings it has. */
export type ScopeCount = Scope & { listings: number };

/** What the kept counts know of a scope. Prices in bani an hour. */
export type ScopeFacts = {
  prices: { from: number; to: number } | null;
  /** The levels that most of its listings are for, at most two. */
  levels: Level[];
  /** Counties of a subject, or subjects of a county, that have listings: the most first. */
  siblings: ScopeCount[];
};

const LEVELS_NAMED = 2;

const nameOf = ({ subject, county }: Scope): string =>
  countScope.county(subject ?? undefined, county ?? undefined);

/** Written out, since D1 would count the rows of a list that is passed as JSON as read. */
const names = (scopes: readonly Scope[]) => sql.raw(scopes.map((scope) => `'${nameOf(scope)}'`).join(", "));

/** Those of these scopes that have listings, the most first. Reads a row for each. */
export async function findScopeCounts(ctx: Pick<Ctx, "db">, scopes: readonly Scope[]): Promise<ScopeCount[]> {
  return counted(
    scopes,
    await ctx.db.all(sql`select scope, listings from search_counts where scope in (${names(scopes)})`),
  );
}

function counted(
  scopes: readonly Scope[],
  rows: readonly { scope: string; listings: number }[],
): ScopeCount[] {
  const asked = new Map(scopes.map((scope) => [nameOf(scope), scope]));
  return rows
    .flatMap(({ scope: name, listings }) => {
      const scope = asked.get(name);
      return scope && listings > 0 ? [{ ...scope, listings }] : [];
    })
    .sort((a, b) => b.listings - a.listings);
}

type Row = { kind: "own" | "price" | "sibling"; scope: string; listings: number; sets: string };

/**
 * Reads it all in one statement of at most 45 rows, whatever the catalogue holds. What expired within the last minutes
 * may still be counted.
 */
export async function findScopeFacts(ctx: Pick<Ctx, "db">, scope: Scope): Promise<ScopeFacts> {
  const siblings = siblingsOf(scope);
  const [first, last] = pricesOf(scope);
  const rows = await ctx.db.all<Row>(sql`
    select 'own' as kind, scope, listings, sets from search_counts where scope = ${nameOf(scope)}
    union all select 'sibling', scope, listings, '' from search_counts where scope in (${names(siblings)})
    union all select * from (select 'price', scope, 0, '' from search_counts
      where scope >= ${first} and scope <= ${last} order by scope limit 1)
    union all select * from (select 'price', scope, 0, '' from search_counts
      where scope >= ${first} and scope <= ${last} order by scope desc limit 1)`);
  const of = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const [own] = of("own");
  const prices = of("price").map(({ scope: name }) => Number(name.slice(name.lastIndexOf(":") + 1)));
  return {
    prices: prices.length > 0 ? { from: Math.min(...prices), to: Math.max(...prices) } : null,
    levels: own ? mostly(own.sets) : [],
    siblings: counted(siblings, of("sibling")),
  };
}

/** Of a subject its counties, else the subjects: in the county, or everywhere. */
function siblingsOf(scope: Scope): Scope[] {
  const all: Scope[] =
    scope.subject && !scope.county
      ? COUNTY_CODES.map((county) => ({ ...scope, county }))
      : SUBJECTS.map((subject) => ({ ...scope, subject }));
  return all.filter((one) => one.subject !== scope.subject || one.county !== scope.county);
}

/** The scopes of its single prices, in whose names the price is padded: first and last possible one. */
function pricesOf({ subject, county }: Scope): [string, string] {
  const at = (bani: number) => countScope.price(subject ?? undefined, county ?? undefined, 0, bani);
  return [at(0), at(9_999_999)];
}

/** Out of counts by signature, which begins with the levels as bits: `{"36.1.0": 5}`. */
function mostly(sets: string): Level[] {
  const counts = LEVELS.map((level) => ({ level, listings: 0 }));
  const signatures: Record<string, number> = JSON.parse(sets);
  for (const signature in signatures) {
    let bits = Number.parseInt(signature, 10);
    for (let n = 0; bits > 0; n++, bits >>= 1) {
      const count = counts[n];
      if (bits & 1 && count) count.listings += signatures[signature] ?? 0;
    }
  }
  const ranked = counts.filter(({ listings }) => listings > 0).sort((a, b) => b.listings - a.listings);
  return ranked.slice(0, LEVELS_NAMED).map(({ level }) => level);
}

/**
 * Paths of the lists that search engines may show: all listings, each subject, each county, and both together, sorted
 * by their number of listings. One statement of at most 903 rows.
 */
export async function findIndexedLists(ctx: Pick<Ctx, "db">): Promise<string[]> {
  const scopes = [null, ...SUBJECTS].flatMap((subject) =>
    [null, ...COUNTY_CODES].map((county) => ({ subject, county })),
  );
  const counts = await findScopeCounts(ctx, scopes);
  return counts
    .filter(({ listings }) => isIndexable(listings))
    .map(({ subject, county }) => basePath({ subject, county }));
}
