import { rmSync } from "node:fs";
import { openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect } from "../../src/db/client";
import { listMatches } from "../../src/features/search/matching/list-matches";
import { benchData } from "../catalogue/bench-data";
import { expireListings } from "../catalogue/expire-listings";
import type { Figure } from "../figures";
import { copyData, siteVars } from "../harness/app";
import { createRowCounter } from "../row-counter";
import {
  formatReading,
  gridSearches,
  MAX_ROWS,
  type Reading,
  readSearch,
  type Search,
  sortByRows,
  toQuery,
} from "../search-grid";

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

/** Reads the first and the tenth page of every search, and prints the most expensive ones. */
export async function run(options: Options): Promise<Figure[]> {
  const { listings, expired } = options;
  const searches = drawSearches(options);
  const readings = sortByRows(await readGrid(listings, searches, expired));
  console.log(`\n${searches.length} searches, ${readings.length} pages. The most expensive ones:`);
  for (const reading of readings.slice(0, 10)) console.log(`  ${formatReading(reading)}`);
  return [
    {
      what: `rows of any search, ${listings.toLocaleString("en")} listings, ${expired} expired`,
      value: readings[0]?.rows ?? Number.NaN,
      bound: MAX_ROWS,
      note: `median ${readings[readings.length >> 1]?.rows}; ${readings[0]?.path}`,
    },
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

async function readGrid(size: number, searches: readonly Search[], expired: number): Promise<Reading[]> {
  const { dataDir, now } = await benchData(size);
  const copy = copyData(dataDir, "rows");
  expireListings(copy, expired, now);
  const data = await openLocalData(copy);
  const ctx = { db: connect(data.db as unknown as Parameters<typeof connect>[0]), now } as Ctx;
  const countRows = createRowCounter(data.db, siteVars, now);
  const site = {
    listMatches: (query: Parameters<typeof listMatches>[1]) => listMatches(ctx, query),
    read: async (path: string) => ({
      rows: await countRows(path),
      matches: await listMatches(ctx, toQuery(path)),
    }),
  };
  const readings: Reading[] = [];
  try {
    let printedAt = Date.now();
    for (const [n, search] of searches.entries()) {
      readings.push(...(await readSearch(site, search, true)));
      if (Date.now() - printedAt < PROGRESS_MS) continue;
      printedAt = Date.now();
      console.log(`${n + 1} of ${searches.length} searches read`);
    }
    return readings;
  } finally {
    await data.close();
    rmSync(copy, { recursive: true });
  }
}
