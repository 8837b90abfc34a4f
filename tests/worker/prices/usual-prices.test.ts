import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { listings, priceIndex, searchEntries, users, usualPrices } from "@/db/schema";
import { isVisibleListingSql } from "@/features/listings";
import { refreshUsualPrices } from "@/features/prices";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { addMonths, DAY_MS, startOfDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import type { PriceCell, PriceCells } from "@/shared/price-cells";
import { createSeededRandom } from "../../../dev/stubs/seeded-random";
import { app, bindings, db } from "../../helpers/app";
import { fillCatalogue } from "../../helpers/fill-catalogue";
import { killDb } from "../../helpers/kill-db";
import { servicesAt } from "../../helpers/services";

const { now } = app.clock;

/** Enough for cells with and without 10 teachers, and for subjects of several pages. */
const LISTINGS = 4_500;

beforeAll(async () => {
  await fillCatalogue({ listings: LISTINGS, now });
  // Expired since they were indexed.
  await db.run(sql`update search_entries set expires_ts = ${now} where num % 11 = 0`);
  await db.run(sql`update listings set expires_ts = ${now} where num % 11 = 0`);
  await refreshUsualPrices(servicesAt(now));
}, 60_000);

type Cell = { subject: string; level: string; place: string; cell: PriceCell };
const toCells = (rows: { subject: string; cells: PriceCells }[]): Cell[] =>
  rows.flatMap(({ subject, cells }) =>
    Object.entries(cells).flatMap(([place, byLevel]) =>
      Object.entries(byLevel).map(([level, cell]) => ({ subject, level, place, cell })),
    ),
  );
const keyOf = ({ subject, level, place }: Omit<Cell, "cell">) => `${subject} ${level} ${place}`;

/** The cells, recounted from the visible listings. */
async function recount(at: number): Promise<Map<string, number[]>> {
  const visible = await db
    .select()
    .from(listings)
    .innerJoin(users, sql`${users.id} = ${listings.ownerId}`)
    .where(isVisibleListingSql(at));
  const prices = new Map<string, Map<string, number>>();
  let further = 0;
  for (const { listings: listing } of visible)
    for (const level of listing.levels)
      for (const place of ["country", listing.county ?? ""]) {
        const key = keyOf({ subject: listing.subject, level, place });
        const byTeacher = prices.get(key) ?? new Map<string, number>();
        prices.set(key, byTeacher);
        if (byTeacher.has(listing.ownerId)) further++;
        const price = Math.min(listing.pricePerHour ?? 0, byTeacher.get(listing.ownerId) ?? Infinity);
        byTeacher.set(listing.ownerId, price);
      }
  expect(further, "further listings of a teacher in a cell").toBeGreaterThan(10);
  return new Map(
    Array.from(prices, ([key, byTeacher]) => [key, [...byTeacher.values()].sort((a, b) => a - b)]),
  );
}

/** Of 10, 20, 30 and 40: 17.5, 25 and 32.5. */
function interpolate(sorted: number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] as number;
  return Math.round(low + ((sorted[Math.floor(at) + 1] ?? low) - low) * (at - Math.floor(at)));
}

describe("refresh-usual-prices", () => {
  it("stores the quartiles of the visible listings, a price for each teacher, of 10 teachers or more", async () => {
    const counted = await recount(now);
    const published = [...counted].filter(([, prices]) => prices.length >= 10);
    expect(published.length).toBeGreaterThan(20);
    expect(published.length).toBeLessThan(counted.size);
    const expected = published.map(([key, prices]) => [
      key,
      [Math.floor(prices.length / 10) * 10, ...[0.25, 0.5, 0.75].map((share) => interpolate(prices, share))],
    ]);
    const stored = toCells(await db.select().from(usualPrices)).map((cell) => [keyOf(cell), cell.cell]);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected));
  });

  it("is repeated the next day, and continues with the subjects that it has not computed", async () => {
    const listCells = () =>
      db.select({ subject: usualPrices.subject, cells: usualPrices.cells }).from(usualPrices);
    const before = await listCells();
    expect(await refreshUsualPrices(servicesAt(now))).toBe(0);
    await db.update(usualPrices).set({ cells: {}, computedTs: now - DAY_MS });
    // Killed in the middle: some subjects are computed, and the next run begins with the others.
    const killed = servicesAt(now + 1, {
      ...bindings,
      DB: killDb(bindings.DB, { call: 15, isExecuted: true }),
    });
    await expect(refreshUsualPrices(killed)).rejects.toThrow();
    const computed = await db
      .select()
      .from(usualPrices)
      .where(sql`computed_ts = ${now + 1}`);
    expect(computed.length).toBeGreaterThan(2);
    expect(computed.length).toBeLessThan(SUBJECTS.length);
    expect(await refreshUsualPrices(servicesAt(now))).toBe(SUBJECTS.length - computed.length);
    expect(await listCells()).toEqual(before);
  });
});

describe("GET /api/prices", () => {
  const get = async (query: Record<string, string>) => {
    const answer = await app.get(paths.apiPrices(query));
    return { status: answer.status, body: await answer.json<Record<string, unknown>>() };
  };

  it("returns the county's cell, else the country's, else 404", async () => {
    const cells = toCells(await db.select().from(usualPrices));
    const keys = new Set(cells.map(keyOf));
    const inCounty = cells.find(({ place }) => place !== "country") as Cell;
    const country = cells.find(
      (cell) => cell.place === "country" && !keys.has(keyOf({ ...cell, place: "cv" })),
    ) as Cell;
    const toJson = ({ cell: [teachers, q1, median, q3] }: Cell, scope: string) => ({
      status: 200,
      body: { content: { teachers, q1, median, q3, scope } },
    });
    const { subject, level, place: county } = inCounty;
    expect(await get({ subject, level, county })).toEqual(toJson(inCounty, "county"));
    const whole = { subject: country.subject, level: country.level };
    expect(await get({ ...whole, county: "cv" })).toEqual(toJson(country, "country"));
    expect(await get(whole)).toEqual(toJson(country, "country"));
    const rare = LEVELS.find((code) => !keys.has(keyOf({ subject: "la", level: code, place: "country" })));
    expect(await get({ subject: "la", level: rare ?? "" })).toMatchObject({ status: 404 });
  });

  it.each([{}, { subject: "m" }, { subject: "x", level: "h" }, { subject: "m", level: "h", county: "zz" }])(
    "refuses %o",
    async (query) => expect((await get(query as Record<string, string>)).status).toBe(422),
  );
});

describe("the price index", () => {
  const runAt = (ts: number, DB = bindings.DB) => refreshUsualPrices(servicesAt(ts, { ...bindings, DB }));
  const listMonths = () => db.select().from(priceIndex).orderBy(priceIndex.month, priceIndex.subject);

  it("publishes a month when it has ended in Bucharest, once, and never changes it", async () => {
    expect(await listMonths()).toEqual([]);
    const ended = startOfDay("2026-12-01");
    await runAt(ended - 1);
    expect(await listMonths()).toEqual([]);
    // Killed at each call in turn: nothing or the whole month.
    for (const [n, isExecuted] of [
      [30, true],
      [41, false],
    ] as const) {
      await db.update(usualPrices).set({ computedTs: 0 });
      await expect(runAt(ended, killDb(bindings.DB, { call: n, isExecuted }))).rejects.toThrow();
      expect([0, SUBJECTS.length]).toContain((await listMonths()).length);
    }
    await Promise.all([runAt(ended), runAt(ended)]);
    const november = await listMonths();
    expect(november.map(({ month }) => month)).toEqual(Array(SUBJECTS.length).fill("2026-11"));
    const usual = toCells(await db.select().from(usualPrices));
    const rounded = usual.map(({ cell: [teachers, ...prices], ...key }) => ({
      ...key,
      cell: [teachers, ...prices.map((price) => Math.round(price / 500) * 500)],
    }));
    expect(toCells(november).sort(byKey)).toEqual(rounded.sort(byKey));

    await db.run(sql`update listings set state = 'paused' where num % 3 = 0`);
    await db.run(
      sql`delete from search_entries where num in (select num from listings where state = 'paused')`,
    );
    await runAt(ended + DAY_MS);
    expect(toCells(await db.select().from(usualPrices))).not.toEqual(usual);
    expect(await listMonths()).toEqual(november);
    // Nothing ran in the first seven days of January, so December is not published.
    await runAt(startOfDay("2027-01-08"));
    expect(await listMonths()).toEqual(november);
    await runAt(startOfDay("2027-02-07"));
    expect(new Set((await listMonths()).map(({ month }) => month))).toEqual(new Set(["2026-11", "2027-01"]));
  });

  it("tells no number of fewer than 10 teachers by subtraction, among random listings and months", async () => {
    const random = createSeededRandom(24);
    const pick = (n: number) => Math.floor(random() * n);
    const months: { counted: Map<string, number[]>; published: Cell[] }[] = [];
    const shown = sql`select num from listings where state = 'published'`;
    await db.run(sql`delete from search_entries where num not in (${shown})`);
    for (const table of [listings, searchEntries])
      await db.update(table).set({ expiresTs: now + 1000 * DAY_MS });
    for (const month of ["2027-03", "2027-04", "2027-05", "2027-06"]) {
      // Up to three large counties for each subject, and a small rest in others.
      const county = sql`case
        when num % ${17 + pick(30)} = ${pick(15)} then ${COUNTY_CODES[pick(10)]}
        when num % ${5 + pick(9)} < ${1 + pick(3)} then ${COUNTY_CODES[10 + pick(10)]}
        when num % ${5 + pick(9)} < ${1 + pick(3)} then ${COUNTY_CODES[20 + pick(10)]}
        else 'cj' end`;
      for (const table of [listings, searchEntries])
        await db.run(sql`update ${table} set county = ${county}`);
      await db.run(sql`update listings set state = 'paused' where num % ${9 + pick(20)} = 0`);
      await db.run(sql`delete from search_entries where num not in (${shown})`);
      const at = startOfDay(addMonths(`${month}-01`, 1));
      await runAt(at);
      const rows = await db.select().from(priceIndex).where(eq(priceIndex.month, month));
      months.push({ counted: await recount(at), published: toCells(rows) });
    }

    const counts = months.flatMap(({ counted, published }) =>
      published.map((cell) => {
        const real = counted.get(keyOf(cell))?.length ?? 0;
        expect(real).toBeGreaterThanOrEqual(10);
        return { shown: cell.cell[0], real };
      }),
    );
    // What a reader can learn about rounding: how far the real numbers are from the published ones.
    const off = counts.map(({ shown, real }) => real - shown);
    const [least, most] = [Math.min(...off), Math.max(...off)];
    /** The numbers of 0 to 9 teachers that a published number less others, of `others` cells, can stand for. */
    const listFew = (difference: number, others: number) =>
      Array.from({ length: 10 }, (_, few) => few).filter(
        (few) => few >= difference + least - others * most && few <= difference + most - others * least,
      );

    // Any two numbers, of all cells and months.
    const numbers = [...new Set(counts.map((count) => count.shown))];
    for (const a of numbers)
      for (const b of numbers) expect(listFew(a - b, 1), `${a} less ${b}`).not.toHaveLength(1);

    // The country less its published counties leaves the teachers of the others.
    let rests = 0;
    for (const { counted, published } of months)
      for (const country of published.filter(({ place }) => place === "country")) {
        const counties = published.filter(
          ({ subject, level, place }) =>
            place !== "country" && subject === country.subject && level === country.level,
        );
        const countReal = (cell: Cell) => counted.get(keyOf(cell))?.length ?? 0;
        const rest = counties.reduce((left, cell) => left - countReal(cell), countReal(country));
        if (rest < 1 || rest > 9) continue;
        rests++;
        const difference = counties.reduce((left, { cell }) => left - cell[0], country.cell[0]);
        const possible = listFew(difference, counties.length);
        expect(possible, keyOf(country)).toContain(rest);
        expect(possible.length, keyOf(country)).toBeGreaterThan(1);
      }
    expect(rests).toBeGreaterThan(20);
  });
});

const byKey = (a: Omit<Cell, "cell">, b: Omit<Cell, "cell">) => keyOf(a).localeCompare(keyOf(b));
