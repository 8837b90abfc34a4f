import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Ctx } from "@/context";
import { listings, teacherInformation, users } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { listMatches } from "@/features/search/matching/list-matches";
import {
  COUNTIES,
  FORMATS,
  type Language,
  type Level,
  type Slot,
  type SORTS,
  type Subject,
  TRIALS,
} from "@/shared/codes";
import { computeDistanceKm, roundPoint } from "@/shared/geo";
import { parseSearch, type SearchFilters, type SearchQuery } from "@/shared/schemas/search";
import { app, db } from "../../helpers/app";
import { createTeacher, updateRow } from "../../helpers/factories";
import { SEARCH_WORDS, searchValues } from "../../helpers/random-searches";

const { now } = app.clock;
const ctx = { db, now } as unknown as Ctx;
const SEED = 20_261_121;
const SIZE = 260;

type StoredListing = typeof listings.$inferSelect & { teacher: string };
/** The end of the teachers' badges; one of each kind ends when the listings are indexed. */
const BADGES: Record<string, { checkedUntilTs: number; integrityUntilTs: number }> = {
  "Ana Algebră": { checkedUntilTs: Number.MAX_SAFE_INTEGER, integrityUntilTs: now - 1 },
  "Ion Pian": { checkedUntilTs: now - 1, integrityUntilTs: Number.MAX_SAFE_INTEGER },
};
/** The languages in which the teachers teach, if not only in Romanian. */
const TEACHING_LANGUAGES: Record<string, Language[]> = {
  "Ana Algebră": ["ro", "en"],
  "Zoe Clar": ["en", "hu"],
};
/** The number and the sum of each teacher's ratings: their mean is 4.3. */
const RATINGS: Record<string, [count: number, sum: number]> = {
  "Ana Algebră": [40, 168],
  "Ion Pian": [2, 10],
  "Ștefan Țepeș": [8, 38],
  "Zoe Clar": [0, 0],
};
/** How many of five messages each teacher answered, which changes no order. */
const ANSWERED: Record<string, number> = { "Ana Algebră": 0, "Ion Pian": 5, "Ștefan Țepeș": 2 };
const stored: StoredListing[] = [];

/** Few values of each, so that many listings match. Some have no point, some share a point, some share a price. */
const listing = fc.record({
  subject: fc.constantFrom<Subject>("m", "ro", "la"),
  levels: fc.subarray<Level>(["e", "h", "pb", "phd"], { minLength: 1 }),
  locations: fc.subarray(["th", "lh", "o"] as const),
  availability: fc.subarray<Slot>(["1m", "1e", "6m", "7a"]),
  formats: fc.subarray([...FORMATS], { minLength: 1 }),
  trial: fc.constantFrom(...TRIALS),
  receipt: fc.boolean(),
  online: fc.boolean(),
  county: fc.constantFrom("cj", "b", "if", "ab"),
  title: fc.array(fc.constantFrom(...SEARCH_WORDS), { minLength: 1, maxLength: 3 }),
  description: fc.array(fc.constantFrom(...SEARCH_WORDS), { minLength: 1, maxLength: 4 }),
  teacher: fc.nat(3),
  pricePerHour: fc.constantFrom(4000, 7350, 7425, 7999, 8000, 8001, 10_000, 10_050, 12_000, 133_333),
  minutesAgo: fc.nat(40),
  expired: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  point: fc.option(
    fc.record({
      latitude: fc.double({ min: 46.6, max: 46.95, noNaN: true }),
      longitude: fc.double({ min: 23.3, max: 23.9, noNaN: true }),
    }),
  ),
});

beforeAll(async () => {
  const teachers: (Awaited<ReturnType<typeof createTeacher>> & { name: string })[] = [];
  for (const name of ["Ana Algebră", "Ion Pian", "Ștefan Țepeș", "Zoe Clar"]) {
    const [firstName = "", lastName = ""] = name.split(" ");
    teachers.push({ ...(await createTeacher({ firstName, lastName, ...BADGES[name] })), name });
  }
  const rows = fc.sample(listing, { numRuns: SIZE, seed: SEED }).map((entry, n) => {
    const publishedTs = now - entry.minutesAgo * 60_000;
    const teacher = teachers[entry.teacher];
    return {
      row: {
        ...entry,
        ...entry.point,
        id: `k${String(n).padStart(15, "0")}`,
        ownerId: teacher?.id ?? "",
        title: entry.title.join(" "),
        description: entry.description.join(" "),
        price: entry.pricePerHour,
        sessionMinutes: 60 as const,
        state: "published" as const,
        createdTs: publishedTs,
        updatedTs: publishedTs,
        publishedTs,
        // An expiry that passes after the listing was indexed.
        expiresTs: entry.expired ? now : now + 1,
      },
      teacher: teacher?.name ?? "",
    };
  });
  for (const { id, name } of teachers) {
    const [reviewCount = 0, ratingSum = 0] = RATINGS[name] ?? [];
    const answered = ANSWERED[name];
    const replies = answered === undefined ? null : { answered, of: 5 };
    await updateRow(users, id, { reviewCount, ratingSum, replies });
    await db
      .update(teacherInformation)
      .set({ languages: TEACHING_LANGUAGES[name] ?? ["ro"] })
      .where(eq(teacherInformation.userId, id));
  }
  for (const { row, teacher } of rows) {
    const { point: _, expired: __, minutesAgo: ___, ...values } = row;
    const [inserted] = await db
      .insert(listings)
      .values(values as typeof listings.$inferInsert)
      .returning();
    if (inserted) stored.push({ ...inserted, teacher });
  }
  const [first, ...rest] = reindexListingsStatements({ db, now: now - 1 }, sql`true`);
  if (first) await db.batch([first, ...rest]);
});

const splitNormalized = (text: string): string[] =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/);

/** The query terms that a text contains; the last one may be a prefix. */
const matchTerms = (terms: string[], text: string): boolean[] =>
  terms.map((word, n) =>
    splitNormalized(text).some((textWord) =>
      n === terms.length - 1 && word.length >= 3 ? textWord.startsWith(word) : textWord === word,
    ),
  );

/** Query terms that are also names of codes. */
const NAMES: Record<string, (listing: StoredListing) => boolean> = {
  latina: ({ subject }) => subject === "la",
  romana: ({ subject }) => subject === "ro",
  algebra: ({ subject }) => subject === "m",
  bac: ({ levels }) => levels.includes("pb"),
  cluj: ({ county }) => county === "cj",
};

function getTier(listing: StoredListing, q: string): number | null {
  const terms = splitNormalized(q);
  const [inName, inText] = [matchTerms(terms, listing.teacher), matchTerms(terms, listing.description)];
  const inTitle = matchTerms(terms, listing.title).map(
    (there, n) => there || NAMES[terms[n] ?? ""]?.(listing) === true,
  );
  if (!terms.every((_, n) => inTitle[n] || inName[n] || inText[n])) return null;
  if (inTitle.every(Boolean)) return 1;
  if (terms.every((_, n) => inTitle[n] || inName[n])) return 2;
  if (inTitle.some(Boolean)) return 3;
  return inName.some(Boolean) ? 4 : 5;
}

function computeMeters({ latitude, longitude, county }: StoredListing, { near }: SearchFilters): number {
  const seat = COUNTIES.find(({ code }) => code === county);
  const point = latitude !== null && longitude !== null ? { latitude, longitude } : seat;
  return near && point ? Math.round(computeDistanceKm(near, roundPoint(point)) * 1000) : 0;
}

/** The mean of the teacher's ratings and five of the site's mean. */
function computeScore({ teacher }: StoredListing): number {
  const [count = 0, sum = 0] = RATINGS[teacher] ?? [];
  return Math.round((1000 * (5 * 4.3 + sum)) / (5 + count));
}

function findExpected(filters: SearchFilters): string[] {
  const { q, subject, level, location, when, format, county, min, max, near, radius, sort } = filters;
  const { teaches_in: languages } = filters;
  const matches = stored.filter((listing) => {
    const price = listing.pricePerHour ?? 0;
    return (
      (listing.expiresTs ?? 0) > now &&
      (subject.length === 0 || subject.includes(listing.subject)) &&
      (level.length === 0 || level.some((code) => listing.levels.includes(code))) &&
      (location.length === 0 || location.some((code) => listing.locations.includes(code))) &&
      (when.length === 0 || when.some((slot) => listing.availability.includes(slot))) &&
      (format.length === 0 || format.some((code) => listing.formats.includes(code))) &&
      (languages.length === 0 ||
        (TEACHING_LANGUAGES[listing.teacher] ?? ["ro"]).some((code) => languages.includes(code))) &&
      (!filters.online || listing.online) &&
      (!filters.verified || listing.teacher in BADGES) &&
      (!filters.integrity || listing.teacher === "Ion Pian") &&
      (!filters.trial || listing.trial !== "none") &&
      (!filters.receipt || listing.receipt) &&
      (county === null || listing.county === county) &&
      (min === null || price >= Math.round(min * 100)) &&
      (max === null || price <= Math.round(max * 100)) &&
      (near === null || computeMeters(listing, filters) <= radius * 1000) &&
      (q === "" || getTier(listing, q) !== null)
    );
  });
  const newest = (a: StoredListing, b: StoredListing) =>
    (b.publishedTs ?? 0) - (a.publishedTs ?? 0) || b.num - a.num;
  const cheapest = (a: StoredListing, b: StoredListing) =>
    (a.pricePerHour ?? 0) - (b.pricePerHour ?? 0) || a.num - b.num;
  const orders: { [name in (typeof SORTS)[number]]: (a: StoredListing, b: StoredListing) => number } = {
    newest,
    rating: (a, b) => computeScore(b) - computeScore(a) || b.num - a.num,
    price: cheapest,
    "-price": (a, b) => cheapest(b, a),
    relevance: (a, b) => (getTier(a, q) ?? 0) - (getTier(b, q) ?? 0) || newest(a, b),
    distance: (a, b) => computeMeters(a, filters) - computeMeters(b, filters) || newest(a, b),
  };
  return matches.sort(orders[sort]).map(({ id }) => id);
}

/** All pages in one direction, from the first or the last page. */
async function readPages(
  filters: SearchFilters,
  direction: "next" | "previous",
  start: SearchQuery,
): Promise<string[][]> {
  const pages: string[][] = [];
  let query: SearchQuery | null = start;
  while (query && pages.length < 30) {
    const { content, total, ...rest } = await listMatches(ctx, query);
    expect(total).toBe(findExpected(filters).length);
    pages.push(content.map(({ id }) => id));
    const cursor: string | null = rest[direction];
    query = cursor
      ? {
          ...start,
          after: direction === "next" ? cursor : null,
          before: direction === "next" ? null : cursor,
        }
      : null;
  }
  return pages;
}

it("returns the same listings in the same order as a plain loop, forwards and back, with the same count", async () => {
  await fc.assert(
    fc.asyncProperty(searchValues, async (values) => {
      const params = new URLSearchParams();
      for (const [name, value] of Object.entries(values)) {
        for (const item of [value ?? []].flat()) params.append(name, item);
      }
      const query = parseSearch(params);
      const all = findExpected(query.filters);
      const forth = await readPages(query.filters, "next", query);
      expect(forth.flat()).toEqual(all);
      expect(forth.slice(0, -1).every((page) => page.length === 20)).toBe(true);
      if (forth.length < 3) return;
      // Back from the last page, whose cursor is on the page before it.
      let last: SearchQuery = query;
      for (;;) {
        const { next } = await listMatches(ctx, last);
        if (!next) break;
        last = { ...query, after: next, before: null };
      }
      const back = await readPages(query.filters, "previous", last);
      expect(back.toReversed().flat()).toEqual(all);
    }),
    { numRuns: 40, seed: SEED },
  );
}, 120_000);
