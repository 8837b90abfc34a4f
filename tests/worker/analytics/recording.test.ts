import { beforeEach, describe, expect, it, vi } from "vitest";
import { createStatisticsBuffer } from "@/db/statistics";
import { createSharedServices } from "@/http/app-context";
import { SHARE_SOURCES, STATISTICS_KINDS } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, createTestApp, db, expectStatus } from "../../helpers/app";
import {
  createBufferContext,
  createViewEvents,
  getCounts,
  immediateOptions,
  type Listing,
} from "../../helpers/counting";
import { countRows, createAdmin, createListing, createTeacher } from "../../helpers/factories";

describe("recording statistics", () => {
  it("GET /tutoring and / count an impression of each card, except the user's own", async () => {
    const owner = await createTeacher();
    const [first, second] = [
      await createListing(owner, { subject: "la", county: "tl" }),
      await createListing(await createTeacher(), { subject: "la", county: "tl" }),
    ];
    const list = paths.listings({ subject: "la", county: "tl" });
    await app.get(list);
    await app.get(list);
    await app.get(`/ro${list}`, { as: owner });
    expect(await getCounts(first)).toEqual({ impression: 2 });
    expect(await getCounts(second)).toEqual({ impression: 3 });
    await app.get(paths.home());
    expect((await getCounts(first)).impression).toBe(3);
    await app.get(list, { headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });
    expect((await getCounts(first)).impression).toBe(3);
  });

  it("GET /tutoring/{id} does not count the owner, admins, bots, HEAD, prefetches, and pages without a listing", async () => {
    const owner = await createTeacher();
    const listing = await createListing(owner);
    const paused = await createListing(owner, { state: "paused" });
    const url = paths.listing(listing.id);
    const before = await countRows("statistics_batches");
    await app.get(url, { as: owner });
    await app.get(url, { as: await createAdmin() });
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
    await expectStatus(app.get(paths.listing(paused.id)), 200);
    await expectStatus(app.get(paths.listing(newId())), 404);
    await expectStatus(app.post(url), 404);
    expect(await countRows("statistics_batches")).toBe(before);
  });

  it("counts each kind separately, by day in Bucharest time", async () => {
    const listing = await createListing(await createTeacher());
    const buffer = createStatisticsBuffer(immediateOptions);
    const late = Date.UTC(2026, 10, 20, 21, 59);
    const first = buffer.add(
      [
        ...STATISTICS_KINDS.map((kind) => ({ listingId: listing.id, kind })),
        { listingId: listing.id, kind: "promoted_impression" },
      ],
      createBufferContext({ now: late }),
    );
    buffer.add(createViewEvents(listing, 2), createBufferContext({ now: late + 120_000 }));
    await first;
    expect(await getCounts(listing)).toEqual({
      impression: 1,
      promoted_impression: 2,
      view: 1,
      reveal: 1,
      enquiry: 1,
      shortlist: 1,
      ...Object.fromEntries(SHARE_SOURCES.map((source) => [`view_${source}`, 1])),
    });
    expect(await getCounts(listing, "2026-11-21")).toEqual({ view: 2 });
  });
});

describe("createStatisticsBuffer", () => {
  let listing: Listing;
  beforeEach(async () => {
    listing = await createListing(await createTeacher());
    await db.run("delete from statistics_batches");
  });

  it("collects the events of parallel requests and stores them as one row", async () => {
    const buffer = createStatisticsBuffer(immediateOptions);
    const first = buffer.add(createViewEvents(listing), createBufferContext());
    expect(first).not.toBeNull();
    expect(buffer.add(createViewEvents(listing, 5), createBufferContext())).toBeNull();
    expect(buffer.add([], createBufferContext())).toBeNull();
    await first;
    expect(await countRows("statistics_batches")).toBe(1);
    expect(await getCounts(listing)).toEqual({ view: 6 });
    await buffer.add(createViewEvents(listing), createBufferContext());
    expect(await getCounts(listing)).toEqual({ view: 7 });
  });

  it("stores immediately when it holds many events", async () => {
    const buffer = createStatisticsBuffer({ pauseMs: 600_000 });
    void buffer.add(createViewEvents(listing), createBufferContext());
    await buffer.add(createViewEvents(listing, 2_500), createBufferContext());
    expect(await getCounts(listing)).toEqual({ view: 2_501 });
  });

  it("stores events once when it retries, whether or not the failed attempt was stored", async () => {
    for (const isStored of [true, false]) {
      const before = (await getCounts(listing)).view ?? 0;
      const batch = vi.fn(db.batch.bind(db) as (statements: never) => Promise<unknown>);
      batch.mockImplementationOnce(async (statements) => {
        if (isStored) await db.batch(statements);
        throw new Error("D1_ERROR: Network connection lost");
      });
      const warn = vi.fn();
      await createStatisticsBuffer(immediateOptions).add(
        createViewEvents(listing, 3),
        createBufferContext({ db: Object.assign(Object.create(db), { batch }), log: { warn } }),
      );
      expect(batch).toHaveBeenCalledTimes(2);
      expect(warn).toHaveBeenCalledOnce();
      expect(await getCounts(listing)).toEqual({ view: before + 3 });
    }
  });

  it("keeps events that can't be stored for the next request, for five minutes", async () => {
    const failing = createBufferContext({
      db: Object.assign(Object.create(db), { batch: () => Promise.reject(new Error("away")) }),
    });
    const buffer = createStatisticsBuffer(immediateOptions);
    await buffer.add(createViewEvents(listing, 4), failing);
    expect(await getCounts(listing)).toEqual({});
    await buffer.add(createViewEvents(listing), createBufferContext({ now: failing.now + 60_000 }));
    expect(await getCounts(listing)).toEqual({ view: 5 });

    const warn = vi.fn();
    await buffer.add(createViewEvents(listing, 4), failing);
    await buffer.add(
      createViewEvents(listing),
      createBufferContext({ now: failing.now + 6 * 60_000, log: { warn } }),
    );
    expect(warn).toHaveBeenCalledWith("statistics_lost", { events: 4 });
    expect(await getCounts(listing)).toEqual({ view: 6 });
  });

  it("drops the oldest waiting events above the bound of bytes", async () => {
    const batch = vi.fn().mockRejectedValue(new Error("away"));
    const warn = vi.fn();
    const failing = createBufferContext({ db: Object.assign(Object.create(db), { batch }), log: { warn } });
    const buffer = createStatisticsBuffer({ ...immediateOptions, maxWaitingBytes: 100_000 });
    // A batch has about 31 kB, so three may wait.
    const createEvents = (from: number) =>
      Array.from({ length: 1_000 }, (_, n) => ({
        listingId: `k${String(from + n).padStart(15, "0")}`,
        kind: "view" as const,
      }));
    for (let n = 0; n < 20; n++) await buffer.add(createEvents(n * 1_000), failing);
    expect(Math.max(...batch.mock.calls.map(([batches]) => batches.length))).toBe(3);
    expect(warn.mock.calls.filter(([event]) => event === "statistics_lost")).toHaveLength(17);
    await buffer.add(createViewEvents(listing, 3), createBufferContext());
    expect(await getCounts(listing)).toEqual({ view: 3 });
    expect(await countRows("statistics_batches")).toBe(4);
  });

  it("stores the events of a request that ended before it stored them", async () => {
    let after: (() => void) | undefined;
    const timer = vi.spyOn(globalThis, "setTimeout").mockImplementationOnce(((run: () => void) => {
      after = run;
    }) as never);
    const buffer = createStatisticsBuffer(immediateOptions);
    void buffer.add(createViewEvents(listing), createBufferContext());
    timer.mockRestore();
    expect(after).toBeDefined();
    const { now } = createBufferContext();
    expect(buffer.add(createViewEvents(listing), createBufferContext({ now: now + 7_000 }))).toBeNull();
    await buffer.add(createViewEvents(listing), createBufferContext({ now: now + 9_000 }));
    expect(await getCounts(listing)).toEqual({ view: 3 });
  });

  it("keeps new events after a request that ended long ago, and drops that request's old events", async () => {
    const timer = vi.spyOn(globalThis, "setTimeout").mockImplementationOnce((() => {}) as never);
    const buffer = createStatisticsBuffer(immediateOptions);
    void buffer.add(createViewEvents(listing, 4), createBufferContext());
    timer.mockRestore();
    const warn = vi.fn();
    await buffer.add(
      createViewEvents(listing),
      createBufferContext({ now: createBufferContext().now + 6 * 60_000, log: { warn } }),
    );
    expect(warn).toHaveBeenCalledWith("statistics_lost", { events: 4 });
    expect(await getCounts(listing)).toEqual({ view: 1 });
  });

  it("GET /tutoring/{id} returns 200 and logs a warning when statistics can't be stored", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const failing = createTestApp(
      {},
      { ...createSharedServices(), statistics: createStatisticsBuffer(immediateOptions) },
    );
    await db.run("alter table statistics_batches rename to renamed_batches");
    const answer = await failing.get(paths.listing(listing.id));
    await db.run("alter table renamed_batches rename to statistics_batches");
    expect(answer.status).toBe(200);
    expect(warn.mock.calls.flat().join()).toContain("statistics_not_stored");
    warn.mockRestore();
  });
});
