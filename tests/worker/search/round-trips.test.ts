import { beforeAll, beforeEach, expect, it } from "vitest";
import { app, bindings, expectStatus, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher } from "../../helpers/factories";

const { db: counting, ledger } = createCountingDb(bindings.DB);
beforeEach(() => resetApp({ DB: counting }));

let listing: { id: string; ownerId: string };

beforeAll(async () => {
  const teacher = await createTeacher();
  listing = await createListing(teacher, { subject: "b" });
  for (let n = 0; n < 30; n++) {
    await createListing(teacher, {
      subject: n % 2 === 0 ? "m" : "en",
      county: n % 3 === 0 ? "cj" : "b",
      price: 5000 + 100 * n,
      title: `Lecții de ${["desen", "teatru", "șah"][n % 3]} ${n}`,
    });
  }
});

/** Opens a page as an anonymous visitor whose views are not counted. */
async function open(path: string): Promise<{ html: string; roundTrips: number; statements: string[] }> {
  ledger.clear();
  const response = await app.get(path, { headers: { "sec-purpose": "prefetch" } });
  expect(response.status, path).toBe(200);
  const html = await response.text();
  return { html, roundTrips: ledger.roundTrips(), statements: ledger.statements.map(({ sql }) => sql) };
}

it.each([
  "/tutoring",
  "/tutoring?subject=m&county=cj",
  "/tutoring?subject=m&subject=en&county=cj&sort=price",
  "/tutoring?min=20&max=90&sort=-price",
  "/tutoring?q=desen",
  "/tutoring?q=desen&near=cj&radius=25",
])("GET %s makes one round trip to the database", async (path) => {
  expect((await open(path)).roundTrips).toBe(1);
});

it("a list with fewer than five results makes a second round trip, for listings close to the search", async () => {
  const { html, roundTrips } = await open("/tutoring?subject=b&county=cj&level=m");
  expect(html).toContain('data-part="count">1 listing<');
  expect(roundTrips).toBe(2);
});

it("a typed search that becomes filters only asks for a match before it redirects", async () => {
  ledger.clear();
  await expectStatus(app.get("/tutoring?q=mate+cluj"), 302);
  expect(ledger.roundTrips()).toBe(1);
  expect(ledger.statements.map(({ sql }) => sql).join()).not.toContain("as cards");
  expect(ledger.rowsRead()).toBeLessThan(10);
});

it("a typed search with words that find nothing makes four round trips before it redirects without them", async () => {
  ledger.clear();
  const answer = await expectStatus(app.get("/tutoring?q=mate+stresata"), 302);
  expect(answer.headers.get("location")).toBe("/tutoring?subject=m&typed=q=mate%2Bstresata");
  expect(ledger.roundTrips()).toBeLessThanOrEqual(4);
  expect(ledger.rowsRead()).toBeLessThan(30);
});

it("GET /, GET /tutoring/{id}, GET /teachers/{id}, the study plan and the price index make one round trip", async () => {
  expect((await open("/")).roundTrips).toBe(1);
  expect((await open(`/tutoring/${listing.id}`)).roundTrips).toBe(1);
  expect((await open(`/teachers/${listing.ownerId}`)).roundTrips).toBe(1);
  for (const path of ["/plan?exam=pb&subject=m&county=cj", "/prices?county=cj", "/prices?subject=m"])
    expect((await open(path)).roundTrips, path).toBe(1);
});

it("a later page makes one round trip", async () => {
  const { html } = await open("/tutoring?sort=price");
  const next = /href="([^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(next).toContain("after=");
  expect((await open(next)).roundTrips).toBe(1);
});

it.each([
  ["subject and county", ["subject=m&county=cj", "subject=en&county=b", "subject=fr&county=tm"]],
  ["price", ["min=20&max=90&sort=price", "min=31&max=83&sort=price", "min=45&max=64&sort=price"]],
  ["words", ["q=desen", "q=teatru", "q=sah"]],
  ["place", ["q=desen&near=cj&radius=25&sort=relevance", "q=lectii&near=46.8,23.5&radius=30&sort=relevance"]],
])("searches by %s differ in bound values, not in SQL text", async (_name, queries) => {
  const texts = new Set<string>();
  for (const query of queries) {
    const { statements } = await open(`/tutoring?${query}`);
    // Close listings are read by later statements.
    texts.add(statements.find((sql) => sql.includes("as cards")) ?? "");
    app.clock.now += 1000;
  }
  expect(texts.size).toBe(1);
});
