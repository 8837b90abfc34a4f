import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { reindexListingsStatements } from "@/features/listings";
import { buildRotationQuery } from "@/features/search/matching/promotion-rotation";
import type { Placement } from "@/shared/codes";
import { parseSearch } from "@/shared/schemas/search";
import { app, bindings, db } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher } from "../../helpers/factories";
import { createOrder, createPromotion } from "../../helpers/orders";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROTATION_KEYS = 2 ** 31;
const MAX_PROMOTIONS = 120;
/** Every promotion of this file runs throughout the tested period. */
const [STARTS, ENDS] = [Date.UTC(2020, 0, 1), Date.UTC(2039, 0, 1)];

/** The listings' numbers, in order of creation. */
const nums: number[] = [];

beforeAll(async () => {
  const teacher = await createTeacher();
  for (let n = 0; n < MAX_PROMOTIONS; n++) {
    const { id, num } = await createListing(teacher, { expiresTs: ENDS });
    nums.push(num);
    const order = await createOrder({ listingId: id, buyerId: teacher.id }, { id: `order${n}` });
    const period = { startsTs: STARTS, endsTs: ENDS, rotationKey: 0, createdTs: 0 };
    await createPromotion(order, { id: `promotion${n}`, ...period });
  }
}, 60_000);

/** A seeded source of whole numbers below a bound. */
function createRandomInts(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** The number of running promotions. Only these rows can change. */
let promoted = 0;

/** Promotes only the first listings, one for each of these rotation keys. */
async function promoteFirst(keys: number[], placement: Placement = "results") {
  const rows = JSON.stringify(keys);
  const [first, ...rest] = reindexListingsStatements(
    { db, now: app.clock.now },
    sql`listings.num between ${nums[0]} and ${nums[Math.max(promoted, keys.length, 1) - 1]}`,
  );
  await db.batch([
    db.run(sql`update promotions set stopped_ts = 0, placement = ${placement}`),
    db.run(sql`update promotions set stopped_ts = null, rotation_key = one.value
      from json_each(${rows}) one where promotions.id = 'promotion' || one.key`),
    ...(first ? [first, ...rest] : []),
  ]);
  promoted = keys.length;
}

const parseFilters = (query: string) => parseSearch(new URLSearchParams(query)).filters;

/** How often each of the first `count` listings is shown in a number of hours from a time (ms) on. */
async function countAppearances(
  count: number,
  {
    from,
    hours,
    query = "",
    placement = "results",
  }: { from: number; hours: number; query?: string; placement?: Placement },
): Promise<number[]> {
  const filters = parseFilters(query);
  const seen = new Map<number, number>();
  // Started together, they are one batch.
  const reads = Array.from({ length: hours }, (_, hour) =>
    db.read<{ num: number }>(buildRotationQuery(placement, from + hour * HOUR_MS, filters)),
  );
  for (const rows of await Promise.all(reads)) {
    expect(new Set(rows.map(({ num }) => num)).size).toBe(Math.min(3, count));
    for (const { num } of rows) seen.set(num, (seen.get(num) ?? 0) + 1);
  }
  expect([...seen.keys()].filter((num) => !nums.slice(0, count).includes(num))).toEqual([]);
  return nums.slice(0, count).map((num) => seen.get(num) ?? 0);
}

describe("rotation over 24 hours", () => {
  it("shows each of 12 promotions for six hours, for any keys, day, start hour and filters", async () => {
    const random = createRandomInts(20_261_121);
    const queries = [
      "",
      "subject=m&county=cj",
      "min=80&max=100",
      "near=cj&radius=25",
      "q=matematica&level=pe",
    ];
    for (let set = 0; set < queries.length; set++) {
      // Some far apart and some adjacent: the gap before a number gives no advantage.
      await promoteFirst(
        Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? set * 1000 + n : random(ROTATION_KEYS))),
      );
      const from = STARTS + random(15 * 365 * 24) * HOUR_MS + random(HOUR_MS);
      const query = queries[set % queries.length] ?? "";
      expect(
        await countAppearances(12, { from, hours: 24, query }),
        `${query} ${new Date(from).toISOString()}`,
      ).toEqual(Array.from({ length: 12 }, () => 6));
    }
  }, 60_000);

  it("shows each of up to 24 promotions for the same number of hours, plus or minus one", async () => {
    const random = createRandomInts(7);
    for (const count of [5, 8, 23]) {
      await promoteFirst(Array.from({ length: count }, () => random(ROTATION_KEYS)));
      const appearances = await countAppearances(count, {
        from: STARTS + random(100_000) * HOUR_MS,
        hours: 24,
      });
      expect(Math.max(...appearances) - Math.min(...appearances), String(count)).toBeLessThanOrEqual(
        72 % count === 0 ? 0 : 1,
      );
    }
  }, 60_000);

  it("shows one, two or three promotions in every hour", async () => {
    for (const count of [1, 2, 3]) {
      await promoteFirst(Array.from({ length: count }, (_, n) => n * 700_000_000));
      expect(await countAppearances(count, { from: app.clock.now, hours: 5 })).toEqual(
        Array.from({ length: count }, () => 5),
      );
    }
    await promoteFirst([]);
    expect(await db.read(buildRotationQuery("results", app.clock.now, parseFilters("")))).toEqual([]);
  });
});

describe("rotation over 30 days", () => {
  it("shows each of 48 promotions of one subject and county within 15 % of the mean", async () => {
    const random = createRandomInts(3);
    await promoteFirst(Array.from({ length: 48 }, () => random(ROTATION_KEYS)));
    const from = STARTS + random(100_000) * HOUR_MS;
    const query = "subject=m&county=cj";
    const day = await countAppearances(48, { from: from - (from % DAY_MS), hours: 24, query });
    expect(Math.max(...day) - Math.min(...day)).toBe(1);
    const month = await countAppearances(48, { from, hours: 30 * 24, query });
    const mean = (72 * 30) / 48;
    expect(Math.min(...month)).toBeGreaterThan(mean * 0.85);
    expect(Math.max(...month)).toBeLessThan(mean * 1.15);
  }, 60_000);

  it("shows each of more promotions than one page reads, and reads a bounded number of rows", async () => {
    const random = createRandomInts(5);
    await promoteFirst(Array.from({ length: MAX_PROMOTIONS }, () => random(ROTATION_KEYS)));
    const appearances = await countAppearances(MAX_PROMOTIONS, { from: app.clock.now, hours: 30 * 24 });
    expect(Math.min(...appearances)).toBeGreaterThan(0);
    expect(Math.max(...appearances)).toBeLessThan((3 * 72 * 30) / MAX_PROMOTIONS);

    const { db: counting, ledger } = createCountingDb(bindings.DB);
    const counted = connect(counting as never);
    for (const query of ["", "subject=m&county=cj", "q=matematica", "min=10&max=200", "near=cj&radius=25"]) {
      ledger.clear();
      const rows = await counted.read<{ meters: number | null }>(
        buildRotationQuery("results", app.clock.now, parseFilters(query)),
      );
      expect(rows).toHaveLength(3);
      expect(ledger.rowsRead(), query).toBeLessThanOrEqual(105);
      expect(rows.every(({ meters }) => (meters === null) !== query.startsWith("near"))).toBe(true);
    }
  }, 60_000);
});
