import { beforeAll, describe, expect, it } from "vitest";
import type { Bindings } from "@/env";
import { listMatches } from "@/features/search/matching/list-matches";
import { fillCatalogue } from "../../../bench/catalogue/fill-catalogue";
import {
  formatReading,
  gridSearches,
  listOverBound,
  MAX_COUNTED_ROWS,
  MAX_ROWS,
  type Reading,
  readSearch,
  type Site,
  toQuery,
} from "../../../bench/search-grid";
import { bindings, createTestApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { servicesAt } from "../../helpers/services";

const LISTINGS = 10_000;
const { db: counting, ledger } = createCountingDb(bindings.DB);
const app = createTestApp({ DB: counting } as unknown as Partial<Record<keyof Bindings, string>>);
const { now } = app.clock;
const ctx = servicesAt(now);
const countedCtx = servicesAt(now, { ...bindings, DB: counting });

beforeAll(() => fillCatalogue(bindings.DB, { listings: LISTINGS, now }), 60_000);

const findMatchesUncounted: Site["listMatches"] = (query) => listMatches(ctx, query);

/** Rows read for a whole page. */
async function countRows(path: string): Promise<number> {
  ledger.clear();
  const answer = await app.get(path, { headers: { "sec-purpose": "prefetch" } });
  expect(answer.status, path).toBe(200);
  await answer.text();
  return ledger.rowsRead();
}
const pages: Site = {
  listMatches: findMatchesUncounted,
  read: async (path) => ({ rows: await countRows(path), matches: await findMatchesUncounted(toQuery(path)) }),
};

/** Only the search queries, which are almost all reads of a page. Rendering thousands of pages takes minutes. */
const searches: Site = {
  listMatches: findMatchesUncounted,
  async read(path) {
    ledger.clear();
    const matches = await listMatches(countedCtx, toQuery(path));
    return { rows: ledger.rowsRead(), matches };
  },
};

it("a total of more than 1,000 is shown as 1,000+, on the page and in the call", async () => {
  expect(await (await app.get("/api/listings")).json()).toMatchObject({ total: "1,000+" });
  expect(await (await app.get("/tutoring?online=1")).text()).toContain("More than 1,000 listings");
});

/** `bun run bench rows` reads the first and the tenth page of all searches, and larger catalogues. */
describe(`rows read at ${LISTINGS} listings`, () => {
  it(`a search with up to three filters in any order reads at most ${MAX_ROWS}, one with query terms or times ${MAX_COUNTED_ROWS}`, async () => {
    const readings: Reading[] = [];
    // Of the pairs every 7th, of the triples every 97th: values and orders are coprime to both, so each occurs.
    const grid = gridSearches(3).filter(
      ({ filters }, n) => filters < 2 || n % (filters === 2 ? 7 : 97) === 0,
    );
    for (const search of grid) readings.push(...(await readSearch(searches, search, false)));
    expect(listOverBound(readings).map(formatReading)).toEqual([]);
  }, 180_000);

  it("GET /tutoring reads no more for a whole page with any one filter, first and tenth", async () => {
    const readings: Reading[] = [];
    // Every third: each value of a filter has four or five orders.
    for (const search of gridSearches(1).filter((_, n) => n % 3 === 0))
      readings.push(...(await readSearch(pages, search, true)));
    expect(listOverBound(readings).map(formatReading)).toEqual([]);
    // Otherwise the test would not cover full pages.
    expect(readings.filter(({ full, page }) => full && page === 10).length).toBeGreaterThan(10);
  }, 120_000);

  it("GET / and GET /tutoring/{id} read at most 300", async () => {
    for (const path of ["/", "/tutoring/k000000000000123"]) {
      expect(await countRows(path), path).toBeLessThanOrEqual(300);
    }
  });
});
