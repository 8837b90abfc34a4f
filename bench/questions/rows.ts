import { rmSync } from "node:fs";
import { openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect } from "../../src/db/client";
import { listMatches } from "../../src/features/search/matching/list-matches";
import { benchData } from "../catalogue/bench-data";
import { expireListings } from "../catalogue/expire-listings";
import { type Figure, printFigures } from "../figures";
import { copyData } from "../harness/app-configs";
import { createRowCounter } from "../row-counter";
import {
  formatReading,
  gridSearches,
  listOverBound,
  MAX_COUNTED_ROWS,
  MAX_GROWTH,
  MAX_ROWS,
  type Reading,
  readSearch,
  type Search,
  type Site,
  sortByRows,
  toQuery,
} from "../search-grid";
import { siteVars } from "../serve-bundle";

/** The catalogue that larger ones are compared with. With fewer listings, the rotations of promotions are not full. */
const SMALL = 100_000;

/** How often progress is printed (ms). */
const PROGRESS_MS = 10_000;

type Options = {
  listings: number;
  filters: number;
  /** Number of searches to measure; 0 measures all of the grid. */
  sample: number;
  /** Listings that have expired and whose search entries are not deleted yet. */
  expired: number;
};

/** Fails above the bounds of the grid, and if the most expensive page grows by more than MAX_GROWTH from SMALL. */
export async function run(options: Options): Promise<boolean> {
  const { listings, expired } = options;
  const searches = drawSearches(options);
  const smallExpired = Math.round((expired * SMALL) / listings);
  const small = listings > SMALL ? await readGrid(SMALL, searches, smallExpired) : null;
  const large = await readGrid(listings, searches, expired);
  const growth = small ? computeGrowth(small, large) : 0;
  const isWithinBounds = printFigures(listFigures(large, options));
  return isWithinBounds && listOverBound(large).length === 0 && growth <= MAX_GROWTH;
}

/** The rows that SQLite reads for the most expensive search without words and times, and with them. */
export async function listRowFigures(options: Options): Promise<Figure[]> {
  return listFigures(await readGrid(options.listings, drawSearches(options), options.expired), options);
}

function listFigures(readings: readonly Reading[], { listings, sample, expired }: Options): Figure[] {
  const subject = `rows read, ${listings.toLocaleString("en")} listings, ${expired} expired`;
  const figure = (what: string, bound: number, aim: number): Figure => {
    const sorted = sortByRows(readings.filter(({ maxRows }) => maxRows === bound));
    return {
      what: `${subject}: ${what}`,
      value: sorted[0]?.rows ?? null,
      bound,
      aim,
      note: `${sample || "all"} searches, median ${sorted[sorted.length >> 1]?.rows}; ${sorted[0]?.path}`,
    };
  };
  const nearby = sortByRows(
    readings.filter(({ query, page }) => page === 1 && "q" in query && "near" in query),
  );
  const medianFigure: Figure = {
    what: `${subject}: words next to a place, median`,
    value: nearby[nearby.length >> 1]?.rows ?? null,
    bound: 1000,
    aim: 300,
    note: `${nearby.length} first pages`,
  };
  return [
    figure("no words or times", MAX_ROWS, 200),
    figure("words or times", MAX_COUNTED_ROWS, 1200),
    medianFigure,
  ];
}

/** All searches of the grid, or a sample: evenly spread, and the same in each run. */
function drawSearches({ filters, sample }: Pick<Options, "filters" | "sample">): Search[] {
  const grid = gridSearches(filters);
  if (sample === 0 || sample >= grid.length) return grid;
  // A sequence by the golden ratio: evenly spread, without a period that fits the grid's order.
  const numbers = new Set<number>();
  for (let n = 1; numbers.size < sample; n++)
    numbers.add(Math.floor(((n * 0.618_033_988_75) % 1) * grid.length));
  return [...numbers].flatMap((number) => grid[number] ?? []);
}

/** Reads the first and the tenth page of every search, and prints the most expensive ones. */
async function readGrid(size: number, searches: readonly Search[], expired: number): Promise<Reading[]> {
  const { dataDir, now } = await benchData(size);
  const copy = copyData(dataDir, `rows-${size}`);
  expireListings(copy, expired, now);
  const data = await openLocalData(copy);
  const readings: Reading[] = [];
  try {
    const site = createSite(data.db, now);
    let printedAt = Date.now();
    for (const [n, search] of searches.entries()) {
      readings.push(...(await readSearch(site, search, true)));
      if (Date.now() - printedAt < PROGRESS_MS) continue;
      printedAt = Date.now();
      console.log(`${n + 1} of ${searches.length} searches of ${size} listings read`);
    }
  } finally {
    await data.close();
    rmSync(copy, { recursive: true });
  }
  console.log(`\n${size} listings: ${searches.length} searches, ${readings.length} pages`);
  for (const [bound, ones] of Map.groupBy(readings, ({ maxRows }) => maxRows)) {
    console.log(`The ten most expensive pages with a bound of ${bound} rows:`);
    for (const reading of sortByRows(ones).slice(0, 10)) console.log(`  ${formatReading(reading)}`);
  }
  const overBound = listOverBound(readings);
  console.log(
    overBound.length > 0 ? `${overBound.length} pages exceed their bound:` : "No page exceeds its bound.",
  );
  const kinds = [...Map.groupBy(overBound, ({ kinds: names }) => names)];
  const table = kinds.map(([names, ones]) => ({
    search: names,
    pages: ones.length,
    max: ones[0]?.rows,
    at: ones[0]?.path,
  }));
  if (table.length > 0) console.table(table);
  return readings;
}

type LocalDb = Awaited<ReturnType<typeof openLocalData>>["db"];

function createSite(db: LocalDb, now: number): Site {
  const ctx = { db: connect(db as unknown as Parameters<typeof connect>[0]), now } as Ctx;
  const countRows = createRowCounter(db, siteVars, now);
  return {
    listMatches: (query) => listMatches(ctx, query),
    read: async (path) => ({
      rows: (await countRows(path)).rows,
      matches: await listMatches(ctx, toQuery(path)),
    }),
  };
}

/**
 * The growth of the most expensive page from the small to the large catalogue: over all pages, and over those that are
 * full in both. Text searches have a separate bound and are excluded.
 */
function computeGrowth(few: readonly Reading[], many: readonly Reading[]): number {
  const toKey = ({ path, page }: Reading) => `${page} ${path.replace(/&?after=[^&]*/, "")}`;
  const fullIn = (readings: readonly Reading[]) => new Set(readings.filter(({ full }) => full).map(toKey));
  const isUsual = ({ maxRows }: Reading) => maxRows === MAX_ROWS;
  const [fullFew, fullMany] = [fullIn(few), fullIn(many)];
  const isFullInBoth = (reading: Reading) => fullFew.has(toKey(reading)) && fullMany.has(toKey(reading));
  const countMaxRows = (readings: readonly Reading[], bound: (reading: Reading) => boolean) =>
    sortByRows(readings.filter(bound))[0]?.rows ?? 0;
  const all = countMaxRows(many, isUsual) / countMaxRows(few, isUsual);
  const full =
    countMaxRows(many, (reading) => isUsual(reading) && isFullInBoth(reading)) /
    countMaxRows(few, (reading) => isUsual(reading) && isFullInBoth(reading));
  console.log(
    `The most expensive page reads ${all.toFixed(2)} times the rows of that of ${SMALL} listings, among full pages ${full.toFixed(2)} times; allowed: ${MAX_GROWTH}`,
  );
  return Math.max(all, full);
}
