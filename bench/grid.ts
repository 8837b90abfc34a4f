import { parseArgs } from "node:util";
import { buildClient } from "../dev/launch/client-build";
import { ensureInstalled } from "../dev/launch/install";
import { openLocalData } from "../dev/launch/local-data";
import { demoVars } from "../dev/launch/local-vars";
import type { Ctx } from "../src/context";
import { connect } from "../src/db/client";
import { findMatches } from "../src/features/search/matching/find-matches";
import { benchData } from "./data";
import {
  formatReading,
  gridSearches,
  listOverBound,
  MOST_GROWTH,
  MOST_ROWS,
  queryOf,
  type Reading,
  readSearch,
  type Site,
  sortByRows,
} from "./search-grid";

/*
 * The rows that any search of up to three filters reads, over a catalogue of --listings. Fails above 300 rows, or 3,000
 * with words, and where the most expensive page of a larger catalogue reads 1.3 times as much as with 10,000 listings.
 */

/** The catalogue that larger ones are held against. */
const SMALL = 10_000;

await ensureInstalled(console.log);
await buildClient();
// The app takes the names of its scripts from the build.
const { rowCounter } = await import("./rows");

const { values } = parseArgs({
  options: { listings: { type: "string", default: "100000" }, filters: { type: "string", default: "3" } },
});
const listings = Number(values.listings);
const searches = gridSearches(Number(values.filters));

const small = listings > SMALL ? await readGrid(SMALL) : null;
const large = await readGrid(listings);
const grew = small ? growth(small, large) : 0;
process.exitCode = listOverBound(large).length > 0 || grew > MOST_GROWTH ? 1 : 0;

/** Reads the first and the tenth page of every search of the grid, and prints what they cost. */
async function readGrid(size: number): Promise<Reading[]> {
  const { dataDir, now } = await benchData(size);
  const data = await openLocalData(dataDir);
  const readings: Reading[] = [];
  try {
    const site = siteOf(data.db, now);
    for (const search of searches) readings.push(...(await readSearch(site, search, true)));
  } finally {
    await data.close();
  }
  console.log(`\n${size} listings: ${searches.length} searches, ${readings.length} pages`);
  for (const [bound, ones] of Map.groupBy(readings, ({ mostRows }) => mostRows)) {
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
    most: ones[0]?.rows,
    at: ones[0]?.path,
  }));
  if (table.length > 0) console.table(table);
  return readings;
}

function siteOf(db: Awaited<ReturnType<typeof openLocalData>>["db"], now: number): Site {
  const vars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });
  const ctx = { db: connect(db as unknown as Parameters<typeof connect>[0]), now } as Ctx;
  const rowsOf = rowCounter(db, vars, now);
  const matchesOf: Site["matchesOf"] = (query) => findMatches(ctx, query);
  return {
    matchesOf,
    read: async (path) => ({ rows: await rowsOf(path), matches: await matchesOf(queryOf(path)) }),
  };
}

/**
 * The growth of the most expensive page from the small to the large catalogue: over all pages, and over those that are
 * full in both. Text searches have a bound of their own and are left out.
 */
function growth(few: readonly Reading[], many: readonly Reading[]): number {
  const keyOf = ({ path, page }: Reading) => `${page} ${path.replace(/&?after=[^&]*/, "")}`;
  const fullIn = (readings: readonly Reading[]) => new Set(readings.filter(({ full }) => full).map(keyOf));
  const usual = ({ mostRows }: Reading) => mostRows === MOST_ROWS;
  const [fullFew, fullMany] = [fullIn(few), fullIn(many)];
  const both = (reading: Reading) => fullFew.has(keyOf(reading)) && fullMany.has(keyOf(reading));
  const most = (readings: readonly Reading[], bound: (reading: Reading) => boolean) =>
    sortByRows(readings.filter(bound))[0]?.rows ?? 0;
  const all = most(many, usual) / most(few, usual);
  const full = most(many, (one) => usual(one) && both(one)) / most(few, (one) => usual(one) && both(one));
  console.log(
    `The most expensive page reads ${all.toFixed(2)} times the rows of that of ${SMALL} listings, among full pages ${full.toFixed(2)} times; allowed: ${MOST_GROWTH}`,
  );
  return Math.max(all, full);
}
