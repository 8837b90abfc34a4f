import { sql } from "drizzle-orm";
import { countScope, NUMS_PER_PRICE } from "@/features/listings";
import type { Subject } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";
import { circle, coverOf } from "../distance/geo-cells";
import { entryConditions, pricedRows } from "../matching/match-rows";
import { type CellCounts, countedSubjects, createCellCounts } from "./cell-counts";
import { countAround } from "./count-around";
import { priceRange, priceRuns } from "./price-bands";
import { type Asking, readCounts, type Scopes } from "./read-counts";
import { eachSet, signatureTest } from "./signature";

/** Counted exactly up to here; beyond, it is "more than". */
export const COUNTED_TO = 1000;
/** Maximum cells that cover a circle when its matches are scanned. */
const CELLS = 400;

/** How many listings a search matches; `enough + 1` stands for any greater number. `cellCounts` may hold counts already. */
export async function countMatches(
  ctx: Asking,
  filters: SearchFilters,
  enough: number = COUNTED_TO,
  cellCounts: CellCounts = createCellCounts(ctx, filters),
): Promise<number> {
  const count = await countAll(ctx, filters, enough, cellCounts);
  return Math.min(Math.max(count, 0), enough + 1);
}

function countAll(
  ctx: Asking,
  filters: SearchFilters,
  enough: number,
  cellCounts: CellCounts,
): Promise<number> {
  const { near, radius, q } = filters;
  if (q !== "") return countWalking(ctx, filters, enough);
  return near ? countAround(cellCounts, near, radius, enough) : countFromIndex(ctx, filters);
}

/** By the counts that the database keeps, less what expired and was not swept out yet. One statement. */
async function countFromIndex(ctx: Asking, filters: SearchFilters): Promise<number> {
  const subjects = countedSubjects(filters);
  const scopes = subjects.flatMap((subject) => scopesOf(filters, subject));
  const { counts, expired } = await readCounts(ctx, filters, scopes, true);
  const fits = signatureTest(filters);
  let total = -expired;
  for (const { listings, sets } of counts) {
    if (sets === "") total += listings;
    eachSet(sets, (signature, some) => {
      if (fits(signature)) total += some;
    });
  }
  return total;
}

/** The scopes of a subject (or any) and county (or any): one, or a few bands of prices. They do not overlap. */
function scopesOf(filters: SearchFilters, subject: Subject | undefined): Scopes[] {
  const county = filters.county ?? undefined;
  const sets = filters.level.length > 0 || filters.location.length > 0 || filters.online;
  const range = priceRange(filters);
  if (!range) {
    const scope = countScope.county(subject, county);
    return [{ first: scope, last: scope, sets }];
  }
  const name = (band: number, value: number) => countScope.price(subject, county, band, value);
  return priceRuns(range).map(({ band, from, to }) => ({
    first: name(band, from),
    last: name(band, to),
    sets,
  }));
}

/**
 * By walking what is matched, up to one more than is counted: the match alone in the order of prices, where a range of
 * them is exact, less what expired of it. On the border of a circle each entry, for the exact distance.
 */
async function countWalking({ db, now }: Asking, filters: SearchFilters, enough: number): Promise<number> {
  const { near, radius } = filters;
  const cover = near && coverOf(circle(near, radius), CELLS);
  const cellsAt = (side: string) => cover?.filter(({ where }) => where === side).map(({ cell }) => cell);
  const sure = pricedRows(filters, cellsAt("inside"));
  const limit = sql.raw(String(enough + 1));
  // In the text: a bound number is a real one, and FTS5 does not heed a row that is not whole.
  const priceNums = sql.raw(String(NUMS_PER_PRICE));
  const onBorder = cover
    ? sql`+ (select count(*) from (
        select 1 from (${pricedRows(filters, cellsAt("across"))}) cross join search_entries entry using (num)
        where ${entryConditions(filters, now)} limit ${limit}))`
    : sql``;
  // Reads as many more as may have expired, then subtracts the expired ones.
  const [row] = await db.all<{ n: number }>(sql`select (select count(*) from (${sure}
        limit ${limit} + (select count(*) from search_entries where expires_ts <= ${now}))) - (
      select count(*) from search_entries gone where gone.expires_ts <= ${now} and exists (
        ${sure} and found.rowid = gone.price_per_hour * ${priceNums} + gone.num)
    ) ${onBorder} as n`);
  return row?.n ?? 0;
}
