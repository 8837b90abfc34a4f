import { beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "@/db/client";
import { statisticsDays, statisticsParcels } from "@/db/schema";
import { createStatisticsBuffer, type StatisticsEvent } from "@/db/statistics";
import { readStatistics } from "@/db/statistics-days";
import { eraseStatisticsOf, foldStatistics, sweepStatistics } from "@/features/analytics";
import { createShared } from "@/http/services";
import { STATISTICS_KINDS } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bindings, createTestApp, db, type TestApp } from "../../helpers/app";
import { countingDb } from "../../helpers/counting-db";
import { countRows, makeAdmin, makeListing, makeTeacher, makeUser, signedIn } from "../../helpers/factories";
import { meteredDb } from "../../helpers/metered-db";
import { servicesAt } from "../listings/services";
import { happened } from "./counting";

const DAY = "2026-11-20";
const HOUR_MS = 3_600_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0";

type Listing = Awaited<ReturnType<typeof makeListing>>;

/** What is counted of a listing on a day, by kind. */
async function countsOf({ id, num, ownerId }: Listing, day = DAY) {
  const rows = await readStatistics(db, ownerId, [{ id, num }], { from: day, to: day });
  const counts = rows[0]?.counts ?? [];
  return Object.fromEntries(
    STATISTICS_KINDS.flatMap((kind, place) => (counts[place] ? [[kind, counts[place]]] : [])),
  );
}

const fold = (app: TestApp) => {
  app.clock.now += HOUR_MS;
  return foldStatistics(servicesAt(app.clock.now));
};

const storing = (given: Partial<Parameters<ReturnType<typeof createStatisticsBuffer>["note"]>[1]> = {}) => ({
  db,
  log: { warn: () => {} },
  now: Date.UTC(2026, 10, 20, 9),
  newId,
  ...given,
});
const unhurried = { pauseMs: 0, retryMs: [0, 0] };
const views = (listing: Listing, times = 1): StatisticsEvent[] =>
  Array.from({ length: times }, () => ({ listingId: listing.id, kind: "view" }));

describe("what is counted", () => {
  it("GET /tutoring/{id} 200 counts a view, in either language, of visitors and members alike", async () => {
    const app = createTestApp();
    const listing = await makeListing(app, await makeTeacher(app));
    const as = await signedIn(app, await makeUser(app));
    await app.get(paths.listing(listing.id), { headers: { "user-agent": BROWSER } });
    await app.get(`/ro${paths.listing(listing.id)}`);
    await app.get(paths.listing(listing.id), { as });
    expect(await countsOf(listing)).toEqual({ view: 3 });
  });

  it("GET /tutoring and / 200 count an impression of each card, but for one's own", async () => {
    const app = createTestApp();
    const owner = await makeTeacher(app);
    const [first, second] = [
      await makeListing(app, owner, { subject: "la", county: "tl" }),
      await makeListing(app, await makeTeacher(app), { subject: "la", county: "tl" }),
    ];
    const list = paths.listings({ subject: "la", county: "tl" });
    await app.get(list);
    await app.get(list);
    await app.get(`/ro${list}`, { as: await signedIn(app, owner) });
    expect(await countsOf(first)).toEqual({ impression: 2 });
    expect(await countsOf(second)).toEqual({ impression: 3 });
    await app.get(paths.home());
    expect((await countsOf(first)).impression).toBe(3);
    await app.get(list, { headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });
    expect((await countsOf(first)).impression).toBe(3);
  });

  it("leaves out its owner, admins, robots, HEAD, what is fetched ahead, and answers that show no listing", async () => {
    const app = createTestApp();
    const owner = await makeTeacher(app);
    const listing = await makeListing(app, owner);
    const paused = await makeListing(app, owner, { state: "paused" });
    const url = paths.listing(listing.id);
    const before = await countRows("statistics_parcels");
    await app.get(url, { as: await signedIn(app, owner) });
    await app.get(url, { as: await signedIn(app, await makeAdmin(app)) });
    for (const robot of [
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
      "facebookexternalhit/1.1",
      "",
    ]) {
      await app.get(url, { headers: { "user-agent": robot } });
    }
    await app.request(url, { method: "HEAD" });
    await app.get(url, { headers: { "sec-purpose": "prefetch;prerender" } });
    expect((await app.get(paths.listing(paused.id))).status).toBe(200);
    expect((await app.get(paths.listing(newId()))).status).toBe(404);
    expect((await app.post(url)).status).toBe(404);
    expect(await countRows("statistics_parcels")).toBe(before);
  });

  it("keeps the kinds apart, and days of Bucharest", async () => {
    const app = createTestApp();
    const listing = await makeListing(app, await makeTeacher(app));
    const buffer = createStatisticsBuffer(unhurried);
    const late = Date.UTC(2026, 10, 20, 21, 59);
    const first = buffer.note(
      [
        ...STATISTICS_KINDS.map((kind) => ({ listingId: listing.id, kind })),
        { listingId: listing.id, kind: "promoted_impression" },
      ],
      storing({ now: late }),
    );
    buffer.note(views(listing, 2), storing({ now: late + 120_000 }));
    await first;
    expect(await countsOf(listing)).toEqual({
      impression: 1,
      promoted_impression: 2,
      view: 1,
      reveal: 1,
      enquiry: 1,
    });
    expect(await countsOf(listing, "2026-11-21")).toEqual({ view: 2 });
  });
});

describe("storing", () => {
  let app: TestApp;
  let listing: Listing;
  beforeEach(async () => {
    app = createTestApp();
    listing = await makeListing(app, await makeTeacher(app));
    await db.run("delete from statistics_parcels");
  });

  it("waits for what comes together, and stores it as one row behind one request", async () => {
    const buffer = createStatisticsBuffer(unhurried);
    const first = buffer.note(views(listing), storing());
    expect(first).not.toBeNull();
    expect(buffer.note(views(listing, 5), storing())).toBeNull();
    expect(buffer.note([], storing())).toBeNull();
    await first;
    expect(await countRows("statistics_parcels")).toBe(1);
    expect(await countsOf(listing)).toEqual({ view: 6 });
    await buffer.note(views(listing), storing());
    expect(await countsOf(listing)).toEqual({ view: 7 });
  });

  it("stores at once what is many", async () => {
    const buffer = createStatisticsBuffer({ pauseMs: 600_000 });
    void buffer.note(views(listing), storing());
    await buffer.note(views(listing, 2_500), storing());
    expect(await countsOf(listing)).toEqual({ view: 2_501 });
  });

  it("stores once what failed before, whether the database had taken it or not", async () => {
    for (const takes of [true, false]) {
      const before = (await countsOf(listing)).view ?? 0;
      const batch = vi.fn(db.batch.bind(db) as (given: never) => Promise<unknown>);
      batch.mockImplementationOnce(async (given) => {
        if (takes) await db.batch(given);
        throw new Error("D1_ERROR: Network connection lost");
      });
      const warn = vi.fn();
      await createStatisticsBuffer(unhurried).note(
        views(listing, 3),
        storing({ db: Object.assign(Object.create(db), { batch }), log: { warn } }),
      );
      expect(batch).toHaveBeenCalledTimes(2);
      expect(warn).toHaveBeenCalledOnce();
      expect(await countsOf(listing)).toEqual({ view: before + 3 });
    }
  });

  it("keeps what can't be stored for the next request, for five minutes", async () => {
    const gone = storing({
      db: Object.assign(Object.create(db), { batch: () => Promise.reject(new Error("away")) }),
    });
    const buffer = createStatisticsBuffer(unhurried);
    await buffer.note(views(listing, 4), gone);
    expect(await countsOf(listing)).toEqual({});
    await buffer.note(views(listing), storing({ now: gone.now + 60_000 }));
    expect(await countsOf(listing)).toEqual({ view: 5 });

    const warn = vi.fn();
    await buffer.note(views(listing, 4), gone);
    await buffer.note(views(listing), storing({ now: gone.now + 6 * 60_000, log: { warn } }));
    expect(warn).toHaveBeenCalledWith("statistics_lost", { events: 4 });
    expect(await countsOf(listing)).toEqual({ view: 6 });
  });

  it("does not wait for a request that ended before it stored", async () => {
    let after: (() => void) | undefined;
    const stopped = vi.spyOn(globalThis, "setTimeout").mockImplementationOnce(((run: () => void) => {
      after = run;
    }) as never);
    const buffer = createStatisticsBuffer(unhurried);
    void buffer.note(views(listing), storing());
    stopped.mockRestore();
    expect(after).toBeDefined();
    const { now } = storing();
    expect(buffer.note(views(listing), storing({ now: now + 7_000 }))).toBeNull();
    await buffer.note(views(listing), storing({ now: now + 9_000 }));
    expect(await countsOf(listing)).toEqual({ view: 3 });
  });

  it("keeps what happens after a request that ended long ago, though its own is too old", async () => {
    const stopped = vi.spyOn(globalThis, "setTimeout").mockImplementationOnce((() => {}) as never);
    const buffer = createStatisticsBuffer(unhurried);
    void buffer.note(views(listing, 4), storing());
    stopped.mockRestore();
    const warn = vi.fn();
    await buffer.note(views(listing), storing({ now: storing().now + 6 * 60_000, log: { warn } }));
    expect(warn).toHaveBeenCalledWith("statistics_lost", { events: 4 });
    expect(await countsOf(listing)).toEqual({ view: 1 });
  });

  it("fails no page, and says no more than a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const failing = createTestApp({}, { ...createShared(), statistics: createStatisticsBuffer(unhurried) });
    await db.run("alter table statistics_parcels rename to elsewhere");
    const answer = await failing.get(paths.listing(listing.id));
    await db.run("alter table elsewhere rename to statistics_parcels");
    expect(answer.status).toBe(200);
    expect(warn.mock.calls.flat().join()).toContain("statistics_not_stored");
    warn.mockRestore();
  });
});

describe("fold-statistics", () => {
  it("adds parcels to their days, once, whoever folds at the same time", async () => {
    const app = createTestApp();
    const [one, other] = [
      await makeListing(app, await makeTeacher(app)),
      await makeListing(app, await makeTeacher(app)),
    ];
    const open = async (listing: Listing) => void (await app.get(paths.listing(listing.id)));
    await open(one);
    await open(one);
    await open(other);
    await foldStatistics(servicesAt(app.clock.now));
    expect(await countRows("statistics_days"), "nothing so young is folded").toBe(0);
    await fold(app);
    expect(await countRows("statistics_parcels")).toBe(0);
    expect(await countsOf(one)).toEqual({ view: 2 });

    await open(one);
    expect(await countsOf(one), "the days and what is not folded yet").toEqual({ view: 3 });
    app.clock.now += HOUR_MS;
    await Promise.all([1, 2, 3].map(() => foldStatistics(servicesAt(app.clock.now))));
    await fold(app);
    expect(await countsOf(one)).toEqual({ view: 3 });
    expect(await countsOf(other)).toEqual({ view: 1 });
  });

  it("drops what was counted of listings that are gone", async () => {
    const app = createTestApp();
    const buffer = createStatisticsBuffer(unhurried);
    await buffer.note([{ listingId: newId(), kind: "view" }], storing({ now: app.clock.now }));
    const before = await countRows("statistics_days");
    await fold(app);
    expect(await countRows("statistics_parcels")).toBe(0);
    expect(await countRows("statistics_days")).toBe(before);
  });

  it("sweep-statistics removes days that nobody can ask for any more", async () => {
    const app = createTestApp();
    const listing = await makeListing(app, await makeTeacher(app));
    await app.get(paths.listing(listing.id));
    await fold(app);
    app.clock.now += 800 * 24 * HOUR_MS;
    await sweepStatistics(servicesAt(app.clock.now));
    expect(await countsOf(listing)).toEqual({ view: 1 });
    app.clock.now += 2 * 24 * HOUR_MS;
    await sweepStatistics(servicesAt(app.clock.now));
    expect(await countRows("statistics_days")).toBe(0);
  });
});

describe("owners who share a row of a day", () => {
  const neighbours = async (app: TestApp) => {
    const [one, other] = ["000000000000zz", "111111111111zz"].map((start) => newId().slice(0, 2) + start);
    return [
      await makeListing(app, await makeTeacher(app, { id: one as string })),
      await makeListing(app, await makeTeacher(app, { id: other as string })),
    ] as const;
  };

  it("erasing one takes out what was counted of their listings, folded or not, and nothing else", async () => {
    const app = createTestApp();
    const [one, other] = await neighbours(app);
    const open = async () => {
      for (const { id } of [one, other]) await app.get(paths.listing(id));
    };
    await open();
    await fold(app);
    expect(await countRows("statistics_days")).toBe(1);
    await open();
    const [first, ...rest] = eraseStatisticsOf({ db }, one.ownerId);
    if (first) await db.batch([first, ...rest]);
    expect(await countsOf(one)).toEqual({});
    expect(await countsOf(other)).toEqual({ view: 2 });
    const stored = JSON.stringify([
      await db.select().from(statisticsDays),
      await db.select().from(statisticsParcels),
    ]);
    expect(stored).not.toContain(one.id);
    expect(stored).not.toContain(`"${one.num}":`);
  });

  it("a period is read by a row for each day, whoever else is in it", async () => {
    const app = createTestApp();
    await db.run("delete from statistics_days");
    const [one, other] = await neighbours(app);
    for (let day = 0; day < 60; day++) {
      for (const listing of [one, other]) await happened(listing, { view: 1 }, app.clock.now);
      app.clock.now += 24 * HOUR_MS;
    }
    await fold(app);
    const { db: counting, ledger } = countingDb(bindings.DB as never);
    const period = { from: DAY, to: "2027-01-31" };
    const rows = await readStatistics(connect(counting as never), one.ownerId, [one], period);
    expect(rows.filter(({ counts }) => counts[2] === 1)).toHaveLength(60);
    expect(ledger.rowsRead()).toBeLessThan(130);
  });
});

describe("100,000 events over 2,000 listings", () => {
  it("are stored by fewer than 1,000 row writes, folding included, and add up exactly", async () => {
    const app = createTestApp();
    await makeOwners(500);
    const listings: Listing[] = await db.query.listings.findMany({
      where: (one, { like }) => like(one.id, "bulk%"),
    });
    expect(listings).toHaveLength(2_000);

    let written = 0;
    const metered = connect(
      meteredDb(bindings.DB, (rows) => {
        written += rows;
      }),
    );
    const { statistics } = createShared();
    const services = servicesAt(app.clock.now);
    const expected = new Map<string, number[]>();
    let seed = 20_261_120;
    const draw = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let page = 0; page < 5_000; page++) {
      const shown = Array.from({ length: 20 }, (): StatisticsEvent => {
        const listingId = listings[Math.min(draw(2_000), draw(2_000))]?.id ?? "";
        const place = [0, 0, 0, 0, 0, 0, 1, 2, 2, draw(5)][draw(10)] ?? 0;
        const counts = expected.get(listingId) ?? [0, 0, 0, 0, 0];
        counts[place] = (counts[place] ?? 0) + 1;
        expected.set(listingId, counts);
        return { listingId, kind: STATISTICS_KINDS[place] ?? "view" };
      });
      const now = app.clock.now + page * 60;
      const stored = statistics.note(shown, { ...services, db: metered, now, newId });
      if (page % 100 === 99) await stored;
      if (page === 2_500) await foldStatistics({ ...services, db: metered, now: now + HOUR_MS });
    }
    await foldStatistics({ ...services, db: metered, now: app.clock.now + 2 * HOUR_MS });
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(1_000);

    const owners = Map.groupBy(listings, ({ ownerId }) => ownerId);
    const found = new Map<string, number[]>();
    for (const [ownerId, own] of owners) {
      for (const row of await readStatistics(db, ownerId, own, { from: DAY, to: DAY }))
        found.set(row.listingId, row.counts);
    }
    expect(found).toEqual(expected);
  });
});

/** So many teachers, each with four listings whose ids begin with "bulk". */
async function makeOwners(count: number) {
  const owners = JSON.stringify(Array.from({ length: count }, () => newId()));
  await bindings.DB.prepare(
    `insert into users (id, email, first_name, last_name, role, signup_ts)
      select value, value || '@example.test', 'Ana', 'Pop', 't', 0 from json_each(?)`,
  )
    .bind(owners)
    .run();
  await bindings.DB.prepare(
    `insert into listings (id, owner_id, subject, state, created_ts, updated_ts)
      select 'bulk' || printf('%012d', 4 * owner.key + place.value), owner.value, 'm', 'published', 0, 0
      from json_each(?) owner, json_each('[0,1,2,3]') place`,
  )
    .bind(owners)
    .run();
}
