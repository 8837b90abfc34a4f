import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { CELL_STEPS, COUNTED_CELL } from "@/features/listings";
import type { County, Subject } from "@/shared/codes";
import { pointAt } from "@/shared/geo";
import type { SearchFilters } from "@/shared/schemas/search";
import { type CountedScopes, countedScopes } from "./counted-scopes";
import { entryConditions } from "./entries";
import { circle, metresBetween } from "./map-cells";
import { matchOf } from "./match";
import { readSignature, type Signature, signatureTest } from "./signature";

/** Counted exactly up to here; beyond, it is "more than". */
export const COUNTED_TO = 1000;
/** So many scopes are read first, then so many at a time: a crowded place passes the mark at once. */
const FIRST_ROUND = 60;
const ROUND = 500;
/** More expired listings than this are never found in five minutes, after which they are swept out. */
const EXPIRED_AT_ONCE = 1000;

type Asking = Pick<Ctx, "db" | "now">;

/**
 * How many listings a search matches; `COUNTED_TO + 1` stands for any greater number. One statement, but for a wide
 * circle with few listings.
 */
export async function countMatches(ctx: Asking, filters: SearchFilters): Promise<number> {
  const count = await (filters.q ? countWalking(ctx, filters) : countKept(ctx, filters));
  return Math.min(Math.max(count, 0), COUNTED_TO + 1);
}

/** Words are counted by walking what they match, up to one more than is counted. */
async function countWalking(ctx: Asking, filters: SearchFilters): Promise<number> {
  const [row] = await ctx.db.all<{ n: number }>(sql`select count(*) as n from (
    select 1 from listings_fts found cross join search_entries entry on entry.position = found.rowid
    where found.listings_fts match ${matchOf(filters)} and ${entryConditions(filters, ctx.now)}
    limit ${COUNTED_TO + 1}
  )`);
  return row?.n ?? 0;
}

/** By the counts that the database keeps, less what expired and was not swept out yet. */
async function countKept(ctx: Asking, filters: SearchFilters): Promise<number> {
  const scopes = countedScopes(filters);
  let sum = 0;
  for (let done = 0; done < scopes.length && sum <= COUNTED_TO; ) {
    const end = done === 0 ? FIRST_ROUND : done + ROUND;
    sum += await countRound(ctx, filters, scopes.slice(done, end), done === 0);
    done = end;
  }
  return sum;
}

type Row = { scope: string; known: CountedScopes["known"] | "expired"; listings: number; sets: string };

/** Scopes are made of known codes and numbers alone, so they may stand in the text (D1 binds at most a hundred values). */
async function countRound(
  { db, now }: Asking,
  filters: SearchFilters,
  scopes: CountedScopes[],
  withExpired: boolean,
): Promise<number> {
  const values = scopes.map(({ first, last, known }) => `('${first}', '${last}', '${known}')`).join(", ");
  const expired = withExpired
    ? sql`union all select * from (
        select '', 'expired', 0, json_array(subject, county, levels, locations, online, price_per_hour, y, x)
        from search_entries where expires_ts <= ${now} limit ${EXPIRED_AT_ONCE})`
    : sql``;
  const rows = await db.all<Row>(sql`
    select counted.scope as scope, asked.column3 as known, counted.listings as listings,
      iif(asked.column3 = 'listings', '', counted.sets) as sets
    from (values ${sql.raw(values)}) asked
    cross join search_counts counted on counted.scope between asked.column1 and asked.column2 ${expired}`);
  const fits = signatureTest(filters);
  return rows.reduce((sum, row) => sum + ofRow(row, filters, fits), 0);
}

function ofRow(row: Row, filters: SearchFilters, fits: (signature: Signature) => boolean): number {
  if (row.known === "listings") return row.listings;
  if (row.known === "expired") return isAmong(JSON.parse(row.sets), filters, fits) ? -1 : 0;
  let sum = 0;
  for (const [text, listings] of Object.entries<number>(JSON.parse(row.sets))) {
    const signature = readSignature(text);
    const near = row.known !== "spots" || isNear(spotOf(row.scope, signature), filters);
    if (near && fits(signature)) sum += listings;
  }
  return sum;
}

/** The point of the grid that a signature of a square speaks of; the square's number is in the scope. */
function spotOf(scope: string, { spot = 0 }: Signature): { y: number; x: number } {
  const steps = CELL_STEPS[COUNTED_CELL];
  const [, , y, x] = scope.split(":").map(Number);
  return { y: (y ?? 0) * steps + Math.floor(spot / steps), x: (x ?? 0) * steps + (spot % steps) };
}

function isNear(at: { y: number; x: number }, { near, radius }: SearchFilters): boolean {
  return near === null || metresBetween(near, pointAt(at)) < circle(near, radius).to;
}

type Expired = [
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
  [subject, county, levels, locations, online, price, y, x]: Expired,
  filters: SearchFilters,
  fits: (signature: Signature) => boolean,
): boolean {
  return (
    (filters.subject.length === 0 || filters.subject.includes(subject)) &&
    isNear({ y, x }, filters) &&
    fits({ levels, locations, online: online === 1, county, spot: undefined, price })
  );
}
