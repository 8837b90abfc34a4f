import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Bindings } from "@/env";
import { reindexListings } from "@/features/listings";
import { catalogueStatements } from "../../../bench/catalogue";
import { bindings, createTestApp, db } from "../../helpers/app";
import { countingDb } from "../../helpers/counting-db";

const LISTINGS = 100_000;
const CHUNK = 5000;
const app = createTestApp();
const { now } = app.clock;
const { db: counting, ledger } = countingDb(bindings.DB);
const counted = createTestApp({ DB: counting } as unknown as Partial<Record<keyof Bindings, string>>);

beforeAll(async () => {
  for (const statement of catalogueStatements({ listings: LISTINGS, now }))
    await bindings.DB.prepare(statement).run();
  for (let first = 1; first <= LISTINGS; first += CHUNK) {
    const which = sql`listings.num between ${first} and ${first + CHUNK - 1}`;
    const [one, ...more] = reindexListings({ db, now }, which);
    if (one) await db.batch([one, ...more]);
  }
}, 300_000);

const SUBJECTS = ["", "subject=m", "subject=la"];
const LEVELS = ["", "level=h", "level=phd", "level=h&level=pb"];
const COUNTIES = ["", "county=b", "county=tr"];
const SORTS = ["", "sort=price", "sort=-price"];
const combinations = SUBJECTS.flatMap((subject) =>
  LEVELS.flatMap((level) =>
    COUNTIES.flatMap((county) =>
      SORTS.map((sort) => [subject, level, county, sort].filter(Boolean).join("&")),
    ),
  ),
);

async function rowsRead(path: string): Promise<number> {
  ledger.clear();
  const answer = await counted.get(path);
  expect(answer.status).toBe(200);
  await answer.text();
  return ledger.rowsRead();
}

describe(`rows read at ${LISTINGS} listings`, () => {
  it("GET /tutoring reads at most 200 for any combination of subject, level, county and sort", async () => {
    const dear: string[] = [];
    for (const query of combinations) {
      const rows = await rowsRead(`/tutoring?${query}`);
      if (rows > 200) dear.push(`${query}: ${rows}`);
    }
    expect(dear).toEqual([]);
  });

  it("GET /tutoring takes two statements, side by side", async () => {
    await rowsRead("/tutoring?subject=m&level=h&county=cj&sort=price");
    expect(ledger.statements).toHaveLength(2);
  });

  it("GET /tutoring?after= reads no more on a later page than on the first", async () => {
    let path = "/tutoring?subject=m";
    for (let page = 0; page < 5; page++) {
      const html = await (await app.get(path)).text();
      path = html.match(/<link rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
      expect(path).not.toBe("");
    }
    expect(await rowsRead(path)).toBeLessThanOrEqual(200);
  });

  it("GET /tutoring with words, places or prices reads a bounded number", async () => {
    for (const query of [
      "q=matematica",
      "q=engleza+cambridge&county=cj&sort=price",
      "online=1",
      "location=sc&level=h",
    ]) {
      expect(await rowsRead(`/tutoring?${query}`), query).toBeLessThanOrEqual(8000);
    }
  });

  it("GET / and GET /tutoring/{id} read at most 200", async () => {
    expect(await rowsRead("/")).toBeLessThanOrEqual(200);
    expect(await rowsRead("/tutoring/k000000000000123")).toBeLessThanOrEqual(200);
  });
});
