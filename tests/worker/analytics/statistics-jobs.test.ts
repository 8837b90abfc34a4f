import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { statisticsBatches, statisticsDays, statisticsDeltas } from "@/db/schema";
import { createStatisticsBuffer, type StatisticsEvent } from "@/db/statistics";
import { listStatistics } from "@/db/statistics-days";
import { aggregateStatistics, eraseStatisticsStatements, sweepStatistics } from "@/features/analytics";
import { createSharedServices } from "@/http/app-context";
import { STATISTICS_KINDS } from "@/shared/codes";
import { createEmptyCounts } from "@/shared/event-counts";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, bindings, db, expectNoText } from "../../helpers/app";
import {
  aggregate,
  createBufferContext,
  DAY,
  getCounts,
  HOUR_MS,
  immediateOptions,
  type Listing,
} from "../../helpers/counting";

import { countRows, createListing, createTeacher } from "../../helpers/factories";
import { createMeteredDb } from "../../helpers/metered-db";
import { servicesAt } from "../../helpers/services";

describe("the statistics jobs", () => {
  it("aggregate-statistics adds each batch to its day once, also in parallel runs", async () => {
    const [listing, other] = [
      await createListing(await createTeacher()),
      await createListing(await createTeacher()),
    ];
    const open = async (listing: Listing) => void (await app.get(paths.listing(listing.id)));
    await open(listing);
    await open(listing);
    await open(other);
    await aggregateStatistics(servicesAt(app.clock.now));
    expect(await countRows("statistics_days"), "recent batches are not aggregated yet").toBe(0);
    await aggregate();
    expect(await countRows("statistics_batches")).toBe(0);
    expect(await getCounts(listing)).toEqual({ view: 2 });

    await open(listing);
    expect(await getCounts(listing), "the days and the batches not aggregated yet").toEqual({ view: 3 });
    app.clock.now += HOUR_MS;
    await Promise.all([1, 2, 3].map(() => aggregateStatistics(servicesAt(app.clock.now))));
    await aggregate();
    expect(await getCounts(listing)).toEqual({ view: 3 });
    expect(await getCounts(other)).toEqual({ view: 1 });
  });

  it("aggregate-statistics drops counts of deleted listings", async () => {
    const buffer = createStatisticsBuffer(immediateOptions);
    await buffer.add([{ listingId: newId(), kind: "view" }], createBufferContext({ now: app.clock.now }));
    const before = await countRows("statistics_deltas");
    await aggregate();
    expect(await countRows("statistics_batches")).toBe(0);
    expect(await countRows("statistics_deltas")).toBe(before);
  });

  it("sweep-statistics deletes days outside every selectable period", async () => {
    const listing = await createListing(await createTeacher());
    await app.get(paths.listing(listing.id));
    await aggregate();
    app.clock.now += 800 * 24 * HOUR_MS;
    await sweepStatistics(servicesAt(app.clock.now));
    expect(await getCounts(listing)).toEqual({ view: 1 });
    app.clock.now += 2 * 24 * HOUR_MS;
    await sweepStatistics(servicesAt(app.clock.now));
    expect(await countRows("statistics_days")).toBe(0);
  });
});

describe("two owners in one block", () => {
  const createOwnersOfOneBlock = async () => {
    const [first, other] = ["000000000000zz", "111111111111zz"].map((start) => newId().slice(0, 2) + start);
    return [
      await createListing(await createTeacher({ id: first as string })),
      await createListing(await createTeacher({ id: other as string })),
    ] as const;
  };

  it("erasing one owner deletes the counts of their listings, aggregated or not, and no others", async () => {
    const [owner, other] = await createOwnersOfOneBlock();
    const open = async () => {
      for (const { id } of [owner, other]) await app.get(paths.listing(id));
    };
    await deleteStatistics();
    await open();
    await aggregate();
    app.clock.now += 24 * HOUR_MS;
    await aggregate();
    expect(await countRows("statistics_days")).toBe(1);
    await open();
    await aggregate();
    expect(await countRows("statistics_deltas")).toBe(1);
    await open();
    const [first, ...rest] = eraseStatisticsStatements({ db }, owner.ownerId);
    if (first) await db.batch([first, ...rest]);
    const nextDay = "2026-11-21";
    expect([await getCounts(owner), await getCounts(owner, nextDay)]).toEqual([{}, {}]);
    expect(await getCounts(other)).toEqual({ view: 1 });
    expect(await getCounts(other, nextDay)).toEqual({ view: 2 });
    const stored = JSON.stringify([
      await db.select().from(statisticsDays),
      await db.select().from(statisticsDeltas),
      await db.select().from(statisticsBatches),
    ]);
    expectNoText(stored, owner.id, `"${owner.num}":`);
  });
});

describe("of 2,000 listings", () => {
  beforeAll(async () => {
    await deleteStatistics();
    await createOwners(500);
  });

  it("20,000 events take fewer than 800 row writes, aggregation included, and add up exactly", async () => {
    const listings: Listing[] = await db.query.listings.findMany({
      where: (table, { like }) => like(table.id, "bulk%"),
    });
    expect(listings).toHaveLength(2_000);

    let rowsWritten = 0;
    const metered = connect(
      createMeteredDb(bindings.DB, (rows) => {
        rowsWritten += rows;
      }),
    );
    const { statistics } = createSharedServices();
    const services = servicesAt(app.clock.now);
    const expected = new Map<string, number[]>();
    const stores: Promise<void>[] = [];
    let seed = 20_261_120;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let page = 0; page < 1_000; page++) {
      const events = Array.from({ length: 20 }, (): StatisticsEvent => {
        const listingId = listings[Math.min(random(2_000), random(2_000))]?.id ?? "";
        const index = [0, 0, 0, 0, 0, 0, 1, 2, 2, random(STATISTICS_KINDS.length)][random(10)] ?? 0;
        const counts = expected.get(listingId) ?? createEmptyCounts();
        counts[index] = (counts[index] ?? 0) + 1;
        expected.set(listingId, counts);
        return { listingId, kind: STATISTICS_KINDS[index] ?? "view" };
      });
      const now = app.clock.now + page * 60;
      const stored = statistics.add(events, { ...services, db: metered, now, newId });
      if (stored) stores.push(stored);
      if (page % 100 === 99) await stored;
      if (page === 500) await aggregateStatistics({ ...services, db: metered, now: now + HOUR_MS });
    }
    await Promise.all(stores);
    const nextDay = { ...services, now: app.clock.now + 24 * HOUR_MS };
    await expect(aggregateStatistics({ ...nextDay, db: connect(failAtBatch(1)) })).rejects.toThrow();
    expect(await countRows("statistics_deltas"), "the aborted run merged none").toBeGreaterThan(0);
    await aggregateStatistics({ ...nextDay, db: metered });
    expect(await countRows("statistics_batches")).toBe(0);
    expect(await countRows("statistics_deltas")).toBe(0);
    expect(rowsWritten).toBeGreaterThan(0);
    expect(rowsWritten).toBeLessThan(800);

    const owners = Map.groupBy(listings, ({ ownerId }) => ownerId);
    const countsByListing = new Map<string, number[]>();
    for (const [ownerId, ownListings] of owners) {
      for (const row of await listStatistics(db, ownerId, ownListings, { from: DAY, to: DAY }))
        countsByListing.set(row.listingId, row.counts);
    }
    expect(countsByListing).toEqual(expected);
  });

  it("batches younger than ten minutes are added in several transactions if they exceed 8 MB, and once if sent again", async () => {
    await deleteStatistics();
    const { now } = app.clock;
    const sendBatches = () =>
      db.run(sql`insert into statistics_batches (id, created_ts, day, counts)
        with recursive batch(n) as (select 1 union all select n + 1 from batch where n < 150),
        every as materialized (select json_group_object(id, json('[1,0,0,0,0]')) as counts from listings where id like 'bulk%')
        select 'batch' || n, ${now}, ${DAY}, counts from batch cross join every where true
        on conflict do nothing`);
    await sendBatches();
    let statements = 0;
    const metered = connect(
      createMeteredDb(bindings.DB, () => {
        statements += 1;
      }),
    );
    await aggregateStatistics({ ...servicesAt(now), db: metered });
    expect(statements, "three for each megabyte of counts, and those that merge").toBeGreaterThan(20);
    await sendBatches();
    await aggregateStatistics(servicesAt(now));
    await aggregateStatistics(servicesAt(now + HOUR_MS));
    expect(await countRows("statistics_batches")).toBe(0);

    const [{ total } = { total: 0 }] = await db.all<{ total: number }>(sql`
      select sum(entry.value ->> 0) as total from (
        select counts from statistics_days union all select counts from statistics_deltas
      ) stored, json_each(stored.counts) entry`);
    expect(total).toBe(150 * 2_000);
  });
});

const deleteStatistics = () =>
  db.batch([db.delete(statisticsDays), db.delete(statisticsDeltas), db.delete(statisticsBatches)]);

/** A D1 binding whose batch number `failing`, from 0, fails, and all later ones. */
function failAtBatch(failing: number): D1Database {
  let batches = 0;
  const batch: D1Database["batch"] = (statements) => {
    if (batches++ >= failing) throw new Error("the worker was ended");
    return bindings.DB.batch(statements);
  };
  return new Proxy(bindings.DB, {
    get(target, name) {
      if (name === "batch") return batch;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Inserts teachers, each with four listings whose ids begin with "bulk". */
async function createOwners(count: number) {
  const owners = JSON.stringify(Array.from({ length: count }, () => newId()));
  await bindings.DB.prepare(
    `insert into users (id, email, first_name, last_name, role, signup_ts)
      select value, value || '@example.test', 'Ana', 'Pop', 't', 0 from json_each(?)`,
  )
    .bind(owners)
    .run();
  await bindings.DB.prepare(
    `insert into listings (id, owner_id, subject, state, created_ts, updated_ts)
      select 'bulk' || printf('%012d', 4 * owner.key + n.value), owner.value, 'm', 'published', 0, 0
      from json_each(?) owner, json_each('[0,1,2,3]') n`,
  )
    .bind(owners)
    .run();
}
