import { openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect } from "../../src/db/client";
import { listMatches } from "../../src/features/search/matching/list-matches";
import { benchData } from "../catalogue/bench-data";
import { createRowCounter } from "../row-counter";
import {
  formatReading,
  gridSearches,
  listOverBound,
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

/** The catalogue that larger ones are compared with. */
const SMALL = 10_000;

type Options = { listings: number; filters: number };

/** Fails above the bounds of the grid, and if the most expensive page grows by more than MAX_GROWTH from SMALL. */
export async function run({ listings, filters }: Options): Promise<boolean> {
  const searches = gridSearches(filters);
  const small = listings > SMALL ? await readGrid(SMALL, searches) : null;
  const large = await readGrid(listings, searches);
  const growth = small ? computeGrowth(small, large) : 0;
  return listOverBound(large).length === 0 && growth <= MAX_GROWTH;
}

/** Reads the first and the tenth page of every search, and prints the most expensive ones. */
async function readGrid(size: number, searches: readonly Search[]): Promise<Reading[]> {
  const { dataDir, now } = await benchData(size);
  const data = await openLocalData(dataDir);
  const readings: Reading[] = [];
  try {
    const site = createSite(data.db, now);
    for (const search of searches) readings.push(...(await readSearch(site, search, true)));
  } finally {
    await data.close();
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

function createSite(db: Awaited<ReturnType<typeof openLocalData>>["db"], now: number): Site {
  const ctx = { db: connect(db as unknown as Parameters<typeof connect>[0]), now } as Ctx;
  const countRows = createRowCounter(db, siteVars, now);
  return {
    listMatches: (query) => listMatches(ctx, query),
    read: async (path) => ({ rows: await countRows(path), matches: await listMatches(ctx, toQuery(path)) }),
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
