import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { boundSql, constantSql } from "@/db/bound-sql";
import { listingImages, users } from "@/db/schema";
import { loadListingCards } from "@/features/listings";
import { type CellCounts, createCellCounts } from "@/features/search/counts/cell-counts";
import { countMatches } from "@/features/search/counts/count-matches";
import { listNearest } from "@/features/search/distance/list-nearest";
import { listNextSteps } from "@/features/search/next-steps/list-next-steps";
import type { Subject } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { parseSearch } from "@/shared/schemas/search";
import { bindings, createTestApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

const app = createTestApp();
const { db: counting, ledger } = createCountingDb(bindings.DB);
const ctx = servicesAt(app.clock.now, { ...bindings, DB: counting });

async function countRows(read: () => Promise<unknown>): Promise<number> {
  ledger.clear();
  await read();
  return ledger.rowsRead();
}

describe("countMatches near a point", () => {
  const CENTER = { latitude: 46, longitude: 25 };
  const RADIUS_KM = 40;
  const POINTS = 12;

  beforeAll(async () => {
    const teacher = await createTeacher(app);
    // Points on the border of the circle, in different cells: two listings of a rare level, and one of each subject.
    for (let n = 0; n < POINTS; n++) {
      const angle = (n / POINTS) * 2 * Math.PI;
      const point = {
        latitude: CENTER.latitude + (RADIUS_KM * Math.cos(angle)) / 111.2,
        longitude: CENTER.longitude + (RADIUS_KM * Math.sin(angle)) / 77.2,
      };
      const make = (subject: Subject, levels: ("phd" | "h")[]) =>
        createListing(app, teacher, { subject, levels, ...point });
      await make("en", ["phd"]);
      await make("en", ["phd"]);
      for (const subject of ["en", "fr", "de"] as const) await make(subject, ["h"]);
    }
  });

  it.each(["", "&max=120"])("reads only the parts of a cell that have matches%s", async (more) => {
    const toFilters = (subjects: string, level: string) =>
      parseSearch(
        new URLSearchParams(
          `${subjects}&level=${level}&near=${CENTER.latitude},${CENTER.longitude}&radius=${RADIUS_KM}${more}`,
        ),
      ).filters;
    const alone = toFilters("subject=en", "phd");
    const three = toFilters("subject=en&subject=fr&subject=de", "phd");
    expect(await countMatches(ctx, three)).toBe(await countMatches(ctx, alone));
    const fewer = await countRows(() => countMatches(ctx, alone));
    const rows = await countRows(() => countMatches(ctx, three));
    // The circle touches this many of the widest cells. The narrower cells have no match of the other subjects.
    const widest = 9;
    expect(rows - fewer).toBeLessThanOrEqual(2 * widest * (more === "" ? 1 : 4));
    expect(fewer).toBeLessThanOrEqual(widest * (more === "" ? 1 : 4) + 2 * POINTS);
  });
});

describe("countMatches with a limit", () => {
  it("stops after the nearest cells when the limit is reached", async () => {
    const teacher = await createTeacher(app);
    const center = { latitude: 47.36, longitude: 27.52 };
    // Nine of the widest cells: the middle one has nine listings, the others five. Each price is one row of counts.
    for (let n = 0; n < 4; n++) await createListing(app, teacher, { subject: "b", price: 6000, ...center });
    for (const north of [-0.64, 0, 0.64]) {
      for (const east of [-0.64, 0, 0.64]) {
        for (const price of [5000, 6000, 7000, 8000, 9000]) {
          const point = { latitude: center.latitude + north, longitude: center.longitude + east };
          await createListing(app, teacher, { subject: "b", price, ...point });
        }
      }
    }
    const { filters } = parseSearch(
      new URLSearchParams(`subject=b&min=50&max=90&near=${center.latitude},${center.longitude}&radius=100`),
    );
    expect(await countMatches(ctx, filters)).toBe(4 + 9 * 5);
    const all = await countRows(() => countMatches(ctx, filters));
    const few = await countRows(() => countMatches(ctx, filters, 10));
    expect(few).toBeLessThan(all / 2);
  });
});

describe("listNearest", () => {
  it("makes few round trips if the listings are farther away than their cell suggests", async () => {
    const LISTINGS = 30;
    const teacher = await createTeacher(app);
    // 34 km from the center, at the far side of a cell.
    for (let n = 0; n < LISTINGS; n++) {
      await createListing(app, teacher, { subject: "sp", latitude: 46.31, longitude: 25 + n / 200 });
    }
    const { filters } = parseSearch(new URLSearchParams("subject=sp&near=46,25&radius=40&sort=distance"));
    const stored = createCellCounts(ctx, filters);
    const cellCounts: CellCounts = {
      ...stored,
      // As in a cell with many listings, whose parts are too many to read.
      readParts: async (cells) =>
        (await stored.readParts(cells)).map((count) => ({ ...count, listings: 20 * count.listings })),
      estimateRows: () => 1000,
    };
    ledger.clear();
    const slice = { filters, now: ctx.now, cursor: null, isBackwards: false, limit: 24 };
    const nearest = await listNearest(ctx, cellCounts, slice);
    expect(nearest.map(({ rank }) => rank)).toEqual(nearest.map(({ rank }) => rank).sort((a, b) => a - b));
    expect(nearest).toHaveLength(slice.limit);
    expect(ledger.roundTrips()).toBeLessThanOrEqual(10);
  });
});

describe("countMatches with 1,000 expired listings that are not yet swept", () => {
  it("reads them in a few rows, and excludes them", async () => {
    const [{ last }] = (await ctx.db.all<{ last: number }>(
      sql`select coalesce(max(position), 0) as last from search_entries`,
    )) as [{ last: number }];
    await ctx.db.run(sql`
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 1100)
      insert into search_entries (position, num, subject, county, levels, locations, flags, price_per_hour, rating_key, expires_ts, y, x, card)
      select ${last} + n, ${last} + n, 'ps', 'tr', 1, 1, 0, 5000 + n, 4500, ${ctx.now} + iif(n <= 1000, -n * 1000, 86400000), 27000, 41000, '[]' from n`);
    const { filters } = parseSearch(new URLSearchParams("subject=ps&county=tr"));
    expect(await countMatches(ctx, filters)).toBe(100);
    expect(await countRows(() => countMatches(ctx, filters))).toBeLessThanOrEqual(8);
    await ctx.db.run(sql`delete from search_entries where position > ${last}`);
  }, 60_000);
});

describe("listNextSteps", () => {
  it("reads a bounded number of rows if few similar searches have results", async () => {
    const [{ last }] = (await ctx.db.all<{ last: number }>(
      sql`select coalesce(max(position), 0) as last from search_entries`,
    )) as [{ last: number }];
    // Each price is a row of counts, in the nearest counties and for the related subjects. No listing has the level.
    await ctx.db.run(sql`
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 700)
      insert into search_entries (position, num, subject, county, levels, locations, flags, price_per_hour, rating_key, expires_ts, y, x, card)
      select ${last} + n, ${last} + n, iif(n % 7 > 5, 's', 'pc'), substr('gragdbilifot', 1 + 2 * (n % 6), 2), 1, 1, 0,
        5000 + 100 * (n % 12) + 25 * (n % 4), 4500, ${ctx.now + 86_400_000}, 27000, 41000, '[]' from n`);
    const { filters } = parseSearch(
      new URLSearchParams("subject=pc&county=tr&level=phd&location=sc&verified=1&min=50.05&max=60.55"),
    );
    const rows = await countRows(() => listNextSteps(ctx, filters));
    expect(rows).toBeLessThanOrEqual(200);
    await ctx.db.run(sql`delete from search_entries where position > ${last}`);
  }, 60_000);
});

describe("loadListingCards", () => {
  it("reads one row for each listing, which has its teacher and its first picture", async () => {
    const teacher = await createTeacher(app);
    const CARDS = 6;
    const nums: number[] = [];
    for (let n = 0; n < CARDS; n++) {
      const { id, num } = await createListing(app, teacher, { title: `Cu imagini ${n}` });
      nums.push(num);
      for (const position of [0, 1, 2]) {
        await ctx.db.insert(listingImages).values({
          id: newId(),
          listingId: id,
          ownerId: teacher.id,
          position,
          file: `picture${position}.webp`,
          width: 800,
          height: 600,
          createdTs: app.clock.now,
        });
      }
    }
    const wanted = boundSql`select num, 0 as rank, position, null as meters, card from search_entries
      where num in (${constantSql(nums.join(", "))})`;
    const pictures = async () => (await loadListingCards(ctx, wanted)).map(({ picture }) => picture?.src);
    expect(await pictures()).toEqual(
      Array.from({ length: CARDS }, () => expect.stringContaining("picture0")),
    );
    expect(await countRows(() => loadListingCards(ctx, wanted))).toBeLessThanOrEqual(2 * CARDS);
  });

  it("shows changes of pictures, names and reply times, which triggers write to the search entries", async () => {
    const teacher = await createTeacher(app);
    const { id, num } = await createListing(app, teacher, { title: "Cu schimbări" });
    const wanted = boundSql`select num, 0 as rank, position, null as meters, card from search_entries where num = ${num}`;
    const findCard = async () => {
      const [card] = await loadListingCards(ctx, wanted);
      return {
        file: card?.picture?.src.split("/").at(-1),
        teacher: card?.teacherName,
        reply: card?.replyMedianS,
      };
    };
    const before = await findCard();
    expect(before).toMatchObject({ file: undefined, reply: null });

    const picture = { listingId: id, ownerId: teacher.id, width: 300, height: 200, createdTs: app.clock.now };
    const [first, second] = [newId(), newId()];
    await ctx.db.insert(listingImages).values([
      { ...picture, id: first, position: 0, file: "first.webp" },
      { ...picture, id: second, position: 1, file: "second.webp" },
    ]);
    expect((await findCard()).file).toContain("first");
    await ctx.db.update(listingImages).set({ position: null }).where(eq(listingImages.id, first));
    await ctx.db.update(listingImages).set({ position: 0 }).where(eq(listingImages.id, second));
    expect((await findCard()).file).toContain("second");
    await ctx.db.delete(listingImages).where(eq(listingImages.id, second));
    expect((await findCard()).file).toBeUndefined();

    await ctx.db
      .update(users)
      .set({ replyMedianS: 3600, firstName: "Ileana", lastName: "Popa" })
      .where(eq(users.id, teacher.id));
    expect(await findCard()).toEqual({ file: undefined, teacher: "Ileana Popa", reply: 3600 });
  });
});
