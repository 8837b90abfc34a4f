import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { searchDays, statisticsBatches } from "@/db/schema";
import { createStatisticsBuffer } from "@/db/statistics";
import { aggregateStatistics } from "@/features/analytics";
import { sweepSearchDays } from "@/features/counted-searches";
import { createPageCache } from "@/http/page-cache";
import { ACTIVATED_HEADER, paths } from "@/shared/paths";
import { app, createTestApp, db, testShared } from "../../helpers/app";
import {
  aggregate,
  createBufferContext,
  DAY,
  getCounts,
  HOUR_MS,
  immediateOptions,
} from "../../helpers/counting";
import { createListing, createTeacher, createUser } from "../../helpers/factories";
import { listRecordedSearches } from "../../helpers/searches";
import { servicesAt } from "../../helpers/services";

beforeEach(async () => {
  await db.delete(statisticsBatches);
  await db.delete(searchDays);
});

const listDays = () => db.select().from(searchDays).orderBy(searchDays.day, searchDays.subject);

describe("GET /tutoring and GET /api/listings", () => {
  it("count the first page by subject, county, level and online, and whether it found nothing", async () => {
    await createListing(await createTeacher(), { subject: "c", county: "is" });
    await app.get(paths.listings());
    await app.get(paths.listings({ subject: "c", county: "is" }));
    await app.get(`/ro${paths.listings({ subject: "c", county: "is" })}`);
    await app.get(paths.apiListings({ subject: "c", county: "is" }));
    await app.get(paths.listings({ subject: "la", county: "tl", level: "h", online: true }));
    expect(await listRecordedSearches()).toEqual({
      ":::0": [1, 0],
      "c:is::0": [3, 0],
      "la:tl:h:1": [1, 1],
    });
  });

  it("count a search for several subjects once for each, and leave out several levels", async () => {
    await app.get(paths.listings({ subject: ["m", "p"], level: ["h", "pb"] }));
    expect(await listRecordedSearches()).toEqual({ "m:::0": [1, 1], "p:::0": [1, 1] });
  });

  it("count a search near a county's seat for the county, and store neither words nor points", async () => {
    await app.get(paths.listings({ near: "cj", q: "Zvonimir Pop", max: 77 }));
    await app.get(paths.listings({ near: "46.7712,23.6236", subject: "m" }));
    expect(await listRecordedSearches()).toEqual({ ":cj::0": [1, 1], "m:::0": [1, 1] });
    // The id and the time are random digits.
    const batches = (await db.select().from(statisticsBatches)).map(({ id, createdTs, ...rest }) => rest);
    for (const text of ["Zvonimir", "46.77", "77"]) expect(JSON.stringify(batches)).not.toContain(text);
  });

  it("count signed-in visitors, and not robots, later pages, prefetches that are not viewed, and HEAD", async () => {
    const teacher = await createTeacher();
    for (let n = 0; n < 22; n++) await createListing(teacher, { subject: "g", county: "bt" });
    const filters = { subject: "g", county: "bt" };
    const { next } = (await (await app.get(paths.apiListings(filters))).json()) as { next: string };
    await app.get(paths.listings(filters), { as: await createUser() });
    expect(await listRecordedSearches()).toEqual({ "g:bt::0": [2, 0] });

    await app.get(paths.listings({ ...filters, after: next }));
    await app.get(paths.apiListings({ ...filters, after: next }));
    for (const agent of ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", ""])
      await app.get(paths.listings(filters), { headers: { "user-agent": agent } });
    await app.get(paths.listings(filters), { headers: { "sec-purpose": "prefetch" } });
    await app.request(paths.listings(filters), { method: "HEAD" });
    expect(await listRecordedSearches()).toEqual({ "g:bt::0": [2, 0] });

    const activated = { [ACTIVATED_HEADER]: "1" };
    await app.request(paths.listings(filters), { method: "HEAD", headers: activated });
    expect(await listRecordedSearches()).toEqual({ "g:bt::0": [3, 0] });
  });

  it("do not count the same list again with checkboxes, but its later pages", async () => {
    const teacher = await createTeacher();
    const listings = [];
    for (let n = 0; n < 21; n++)
      listings.push(await createListing(teacher, { subject: "la", county: "vs", publishedTs: n + 1 }));
    const [oldest, newest] = [listings[0], listings.at(-1)];
    if (!oldest || !newest) throw new Error("no listings");
    const filters = { subject: "la", county: "vs" };
    const { next } = (await (await app.get(paths.apiListings(filters))).json()) as { next: string };
    await app.get(paths.listings(filters));
    await app.get(paths.listings({ ...filters, select: true }));
    await app.get(paths.listings({ ...filters, select: true, after: next }));
    expect(await listRecordedSearches()).toEqual({ "la:vs::0": [2, 0] });
    expect([await getCounts(newest), await getCounts(oldest)]).toEqual([
      { impression: 1 },
      { impression: 1 },
    ]);
  });

  it("count pages that come from the cache", async () => {
    const app = createTestApp({}, { ...testShared(), pages: createPageCache() });
    const path = paths.listings({ subject: "la", county: "gr" });
    for (let n = 0; n < 4; n++) await app.get(path);
    await app.get(path, { headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });
    await app.get(path, { headers: { "sec-purpose": "prefetch" } });
    expect(await listRecordedSearches()).toEqual({ "la:gr::0": [4, 4] });
  });
});

describe("aggregate-statistics", () => {
  it("adds searches to their days once, also in parallel runs and when a batch is sent again", async () => {
    const buffer = createStatisticsBuffer(immediateOptions);
    const event = { search: "m:cj::0", isEmpty: false };
    const { now } = app.clock;
    await buffer.add([event, { ...event, isEmpty: true }], createBufferContext({ now }));
    await buffer.add(
      [event, { search: "m:cj:h:1", isEmpty: false }],
      createBufferContext({ now: now + 60_000 }),
    );
    const sent = await db.select().from(statisticsBatches);
    await Promise.all([1, 2, 3].map(() => aggregateStatistics(servicesAt(now + HOUR_MS))));
    await buffer.add([event, { search: ":::0", isEmpty: true }], createBufferContext({ now }));
    await aggregate();
    await aggregate();
    expect(sent).toHaveLength(2);
    expect(await listDays()).toEqual([
      { day: DAY, subject: "", counts: { "::0": [1, 1] } },
      { day: DAY, subject: "m", counts: { "cj::0": [4, 1], "cj:h:1": [1, 0] } },
    ]);
    expect(await db.select().from(statisticsBatches)).toEqual([]);
  });

  it("adds the searches of a young batch without deleting it, so that a copy counts nothing", async () => {
    const { now } = app.clock;
    const batch = {
      createdTs: now,
      day: DAY,
      counts: {},
      searches: { "m:cj::0": [1, 0] as [number, number] },
    };
    await db.insert(statisticsBatches).values({ ...batch, id: "young" });
    // More bytes than may wait, so that young batches are added too.
    await db.run(sql`
      insert into statistics_batches (id, created_ts, day, counts)
      select 'large' || value, ${now}, ${DAY}, json_object(hex(zeroblob(750000)), json('[1,0,0,0,0]'))
      from json_each('[1,2,3,4,5,6]')`);
    await aggregateStatistics(servicesAt(now + 1000));
    const stored = await db.select().from(statisticsBatches);
    expect(stored.find(({ id }) => id === "young")).toMatchObject({ searches: {} });
    await db
      .insert(statisticsBatches)
      .values({ ...batch, id: "young" })
      .onConflictDoNothing();
    await aggregateStatistics(servicesAt(now + HOUR_MS));
    expect(await listDays()).toEqual([{ day: DAY, subject: "m", counts: { "cj::0": [1, 0] } }]);
  });
});

it("sweep-search-days deletes days after 400 days", async () => {
  const counts = { "cj::0": [1, 0] as [number, number] };
  await db.insert(searchDays).values([
    { day: "2025-10-15", subject: "m", counts },
    { day: "2025-10-16", subject: "m", counts },
  ]);
  await sweepSearchDays(servicesAt(app.clock.now));
  expect((await listDays()).map(({ day }) => day)).toEqual(["2025-10-16"]);
});
