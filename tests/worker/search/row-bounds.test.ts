import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countMatches } from "@/features/search/matching/count-matches";
import { listMatches } from "@/features/search/matching/list-matches";
import { buildSliceQuery } from "@/features/search/matching/result-slices";
import { HOUR_MS } from "@/shared/dates";
import { parseSearch } from "@/shared/schemas/search";
import {
  formatReading,
  gridSearches,
  listOverBound,
  MAX_ROWS,
  type Reading,
  readSearch,
  type Site,
  toQuery,
} from "../../../bench/search-grid";
import { app, bindings, db, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { fillCatalogue } from "../../helpers/fill-catalogue";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

/** More than a total counts. `bun run bench rows` reads larger catalogues, and all searches. */
const LISTINGS = 3000;
const { db: counting, ledger } = createCountingDb(bindings.DB);
beforeEach(() => resetApp({ DB: counting }));
const { now } = app.clock;
const countedCtx = servicesAt(now, { ...bindings, DB: counting });

beforeAll(() => fillCatalogue({ listings: LISTINGS, now }), 30_000);

async function countRows(path: string): Promise<number> {
  ledger.clear();
  const answer = await app.get(path, { headers: { "sec-purpose": "prefetch" } });
  expect(answer.status, path).toBe(200);
  await answer.text();
  return ledger.rowsRead();
}

/** Only the search queries, which are almost all reads of a page. */
const searches: Site = {
  listMatches: (query) => listMatches(servicesAt(now), query),
  async read(path) {
    ledger.clear();
    const matches = await listMatches(countedCtx, toQuery(path));
    return { rows: ledger.rowsRead(), matches };
  },
};

it("a total of more than 1,000 is shown as 1,000+, on the page and in the call", async () => {
  expect(await (await app.get("/api/listings")).json()).toMatchObject({ total: "1,000+" });
  expect(await app.read("/tutoring?online=1")).toContain("More than 1,000 listings");
});

describe("rows read", () => {
  it(`a search with up to three filters in any order reads at most ${MAX_ROWS}`, async () => {
    const readings: Reading[] = [];
    // Of the pairs every 83rd, of the triples every 1,999th: values and orders are coprime to both, so each occurs.
    const grid = gridSearches(3).filter(
      ({ filters }, n) => n % (filters < 2 ? 3 : filters === 2 ? 83 : 1999) === 0,
    );
    for (const search of grid) readings.push(...(await readSearch(searches, search, false)));
    expect(listOverBound(readings).map(formatReading)).toEqual([]);
  });

  it.each([
    ["/tutoring", 400],
    ["/tutoring?subject=m", 400],
    ["/tutoring?online=1&sort=distance&near=b&radius=100", MAX_ROWS],
    ["/tutoring?q=matematica&exact=1&sort=distance&near=b&radius=100", MAX_ROWS],
    ["/tutoring?subject=m&near=b&radius=30&max=1", MAX_ROWS],
    // No results, so close listings and similar searches are read, too.
    [
      "/tutoring?subject=m&county=b&level=phd&max=1&online=1&verified=1&trial=1&receipt=1&when=weekend",
      MAX_ROWS,
    ],
    ["/tutoring?subject=m&county=b&level=phd&max=1&when=weekend", MAX_ROWS],
    ["/", 300],
    ["/tutoring/k000000000000123", 300],
  ])("GET %s reads at most %i", async (path, maxRows) => {
    expect(await countRows(path)).toBeLessThanOrEqual(maxRows);
  });
});

describe("countMatches", () => {
  /** The numbers of all results, in their order by price. */
  async function listNumsByPrice(query: string): Promise<number[]> {
    const { filters } = parseSearch(new URLSearchParams(`${query}&sort=price`));
    const slice = { filters, now, cursor: null, isBackwards: false, limit: LISTINGS };
    return (await db.read<{ num: number }>(buildSliceQuery(slice))).map(({ num }) => num);
  }

  const setExpiry = (ts: string, where = "true") =>
    db.run(sql.raw(`update search_entries set expires_ts = ${ts} where ${where}`));
  const expire = (nums: readonly number[]) => setExpiry(String(now - HOUR_MS), `num in (${nums.join(", ")})`);
  const restoreExpiry = () =>
    setExpiry("(select expires_ts from listings where listings.num = search_entries.num)");

  it.each(["subject=m&county=b", "q=matematica+liceu&near=b&radius=100&max=120"])(
    "counts exactly at any limit, without expired matches: %s",
    async (query) => {
      const { filters } = parseSearch(new URLSearchParams(query));
      const all = await listNumsByPrice(query);
      // Those that are read first expired an hour ago: few, as many as are read past the limit, and more.
      for (const expired of [5, 100, 110].filter((count) => count < all.length)) {
        await expire(all.slice(0, expired));
        const live = all.length - expired;
        for (const limit of [0, live - 1, live, 1000])
          expect(await countMatches({ db, now }, filters, limit), `${expired}, ${limit}`).toBe(
            Math.min(live, limit + 1),
          );
      }
      await restoreExpiry();
      await expectConsistentIndex(now);
    },
  );

  it(`of more than 1,000 matches reads at most ${MAX_ROWS} rows while 100 have expired`, async () => {
    await expire((await listNumsByPrice("online=1")).slice(0, 100));
    expect(await countRows("/tutoring?online=1")).toBeLessThanOrEqual(MAX_ROWS);
    await restoreExpiry();
  });
});
