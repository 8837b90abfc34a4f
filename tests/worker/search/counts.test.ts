import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { listings, teacherInformation } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { countMatches } from "@/features/search/counts/count-matches";
import { buildSliceQuery } from "@/features/search/matching/result-slices";
import type { Language } from "@/shared/codes";
import { HOUR_MS } from "@/shared/dates";
import { computeDistanceKm, fromGridPoint, roundPoint } from "@/shared/geo";
import { withQuery } from "@/shared/paths";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { fillCatalogue } from "../../../bench/catalogue/fill-catalogue";
import { gridSearches } from "../../../bench/search-grid";
import { bindings, createTestApp, db } from "../../helpers/app";
import { expectConsistentIndex } from "../../helpers/search-tables";

const { now } = createTestApp().clock;
/** A small limit, so that most searches have fewer results. */
const LISTINGS = 1500;
type Listing = typeof listings.$inferSelect;
let all: Listing[];
/** Teachers with checked documents: every third. */
let checked: Set<string>;
let languagesByTeacher: Map<string, Language[]>;

beforeAll(async () => {
  await fillCatalogue(bindings.DB, { listings: LISTINGS, now });
  await db.run(sql`update users set checked_until_ts = ${now + 1} where rowid % 3 = 0`);
  const [first, ...rest] = reindexListingsStatements({ db, now }, sql`users.checked_until_ts is not null`);
  if (first) await db.batch([first, ...rest]);
  all = await db.select().from(listings);
  const rows = await db.all<{ id: string }>(sql`select id from users where checked_until_ts is not null`);
  checked = new Set(rows.map(({ id }) => id));
  const teachers = await db.select().from(teacherInformation);
  languagesByTeacher = new Map(teachers.map(({ userId, languages }) => [userId, languages]));
}, 60_000);

const hasAny = <T>(filter: readonly T[], values: readonly T[]) =>
  filter.length === 0 || values.some((value) => filter.includes(value));

/** The grid point of each listing in the index: its rounded point, or its county's seat. */
async function readGridPoints(): Promise<Map<number, { y: number; x: number }>> {
  const rows = await db.all<{ num: number; y: number; x: number }>(sql`select num, y, x from search_entries`);
  return new Map(rows.map(({ num, ...point }) => [num, point]));
}

function isMatch(
  listing: Listing,
  at: { y: number; x: number } | undefined,
  filters: SearchFilters,
): boolean {
  const { subject, level, location, when, format, county, min, max, near, radius } = filters;
  const price = listing.pricePerHour ?? 0;
  if (!at) return false;
  const point = fromGridPoint(at);
  if (listing.latitude !== null && listing.longitude !== null) {
    expect(point).toEqual(roundPoint({ latitude: listing.latitude, longitude: listing.longitude }));
  }
  return (
    hasAny(subject, [listing.subject]) &&
    hasAny(level, listing.levels) &&
    hasAny(location, listing.locations) &&
    hasAny(when, listing.availability) &&
    hasAny(format, listing.formats) &&
    hasAny(filters.teaches_in, languagesByTeacher.get(listing.ownerId) ?? []) &&
    (!filters.online || listing.online) &&
    (!filters.verified || checked.has(listing.ownerId)) &&
    (!filters.trial || listing.trial !== "none") &&
    (!filters.receipt || listing.receipt) &&
    (county === null || listing.county === county) &&
    (min === null || price >= Math.round(min * 100)) &&
    (max === null || price <= Math.round(max * 100)) &&
    (near === null || Math.round(computeDistanceKm(near, point) * 1000) <= radius * 1000)
  );
}

async function expectCounts(searches: ReturnType<typeof gridSearches>): Promise<void> {
  const points = await readGridPoints();
  for (const { query } of searches) {
    if (query.q || query.sort) continue;
    const path = withQuery("/tutoring", query);
    const { filters } = parseSearch(new URL(path, "https://site.invalid").searchParams);
    const visible = all.filter((listing) => (listing.expiresTs ?? 0) > now);
    const matches = visible.filter((listing) => isMatch(listing, points.get(listing.num), filters)).length;
    expect(await countMatches({ db, now }, filters), path).toBe(Math.min(matches, 1001));
  }
}

/** The numbers of all results of a search with words, in their order by price. */
async function listNumsByPrice(query: string): Promise<number[]> {
  const { filters } = parseSearch(new URLSearchParams(`${query}&sort=price`));
  const slice = { filters, now, cursor: null, isBackwards: false, limit: LISTINGS };
  return (await db.read<{ num: number }>(buildSliceQuery(slice))).map(({ num }) => num);
}

describe("countMatches with words and expired listings", () => {
  it.each([
    "q=matematica",
    "q=matematica&max=90&online=1",
    "q=matematica&verified=1",
    "q=matematica+liceu&subject=m",
    "q=exercitii&near=b&radius=60",
    "q=matematica+liceu&near=b&radius=100&max=120",
  ])("counts exactly at any limit, also if the cheapest matches have expired: %s", async (query) => {
    const { filters } = parseSearch(new URLSearchParams(query));
    const all = await listNumsByPrice(query);
    // One of three of the cheapest half, and all of the cheapest ten, an hour ago: they are read first.
    const expired = all.filter((_, n) => n < 10 || (n < all.length / 2 && n % 3 === 0));
    expect(expired.length).toBeGreaterThanOrEqual(10);
    const setExpiry = (ts: string) =>
      db.run(sql.raw(`update search_entries set expires_ts = ${ts} where num in (${expired.join(", ")})`));
    await setExpiry(String(now - HOUR_MS));
    try {
      const live = all.length - expired.length;
      expect((await listNumsByPrice(query)).length).toBe(live);
      for (const enough of [0, 1, 5, 20, live - 1, live, 1000]) {
        expect(await countMatches({ db, now }, filters, enough), String(enough)).toBe(
          Math.min(live, enough + 1),
        );
      }
    } finally {
      await setExpiry("(select expires_ts from listings where listings.num = search_entries.num)");
    }
    expect(await countMatches({ db, now }, filters)).toBe(all.length);
  });
});

describe("countMatches", () => {
  it.each([
    "q=matematica&near=b&radius=60",
    "q=matematica+liceu&near=b&radius=100",
    "q=matematica+bucuresti&near=b&radius=30&online=1",
    "q=matematica+fizica&near=b&radius=100",
    "q=matematica&subject=en&near=b&radius=100",
    "q=liceu&level=h&level=m&near=b&radius=100&max=120",
    "q=matematica+exercitii&near=b&radius=100",
  ])("stops at any limit near a place: %s", async (query) => {
    const { filters } = parseSearch(new URLSearchParams(query));
    const all = await countMatches({ db, now }, filters);
    for (const enough of [0, 1, 5, 20, all - 1, all].filter((n) => n >= 0)) {
      expect(await countMatches({ db, now }, filters, enough), String(enough)).toBe(
        Math.min(all, enough + 1),
      );
    }
  });

  it("counts matches for every filter, every third pair and every 97th triple", async () => {
    await expectCounts(
      gridSearches(3).filter(({ filters }, n) => filters < 2 || n % (filters === 2 ? 3 : 97) === 0),
    );
  }, 120_000);

  it("stays correct while listings change, and excludes expired ones that are not yet swept", async () => {
    await db.run(sql`update listings set price_per_hour = price_per_hour + 37, latitude = latitude + 0.01,
      levels = '["phd"]' where num % 3 = 0`);
    await db.run(sql`update listings set state = 'paused' where num % 7 = 0`);
    await db.run(sql`update listings set expires_ts = ${now} where num % 11 = 0`);
    // Expired listings are still in the search tables, because the sweep has not run.
    const [first, ...rest] = reindexListingsStatements(
      { db, now: now - 1 },
      sql`(listings.num % 3 = 0 or listings.num % 7 = 0 or listings.num % 11 = 0)`,
    );
    if (first) await db.batch([first, ...rest]);
    all = await db.select().from(listings);
    await expectCounts(gridSearches(2).filter((_, n) => n % 5 === 0));
    await expectConsistentIndex(now - 1);
    await db.run(sql`update search_entries set expires_ts = ${now - 1} where num % 13 = 0`);
    await db.run(sql`update listings set expires_ts = ${now - 1} where num % 13 = 0`);
    all = await db.select().from(listings);
    await expectCounts(gridSearches(1));
    await expectConsistentIndex(now - 2);
    // Text matches are read up to a limit. Expired ones among them do not lower the count.
    const { filters } = parseSearch(new URLSearchParams({ q: "matematica" }));
    expect(await countMatches({ db, now: now - 1 }, filters)).toBeGreaterThan(
      await countMatches({ db, now }, filters),
    );
    expect(await countMatches({ db, now }, filters, 20)).toBe(21);
  }, 120_000);
});

it("the counts that every list reads have no signatures by format, trial lesson and receipt", async () => {
  const rows = await db.all<{ scope: string; signature: string }>(sql`
    select scope, entry.key as signature from search_counts, json_each(signature_counts) entry
    where scope in ('m:b', 'm:b:a')`);
  const flagsOf = (scope: string) =>
    rows.filter((row) => row.scope === scope).map(({ signature }) => Number(signature.split(".")[2]));
  expect(Math.max(...flagsOf("m:b"))).toBeLessThanOrEqual(3);
  expect(Math.max(...flagsOf("m:b:a"))).toBeGreaterThan(3);
});
