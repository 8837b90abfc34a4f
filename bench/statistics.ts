import { parseArgs } from "node:util";
import { openLocalData } from "../dev/launch/local-data";
import { connect, type Db } from "../src/db/client";
import { createStatisticsBuffer, type StatisticsEvent } from "../src/db/statistics";
import { readStatistics } from "../src/db/statistics-days";
import { foldStatistics } from "../src/features/analytics/fold-statistics";
import { toDay } from "../src/shared/dates";
import { newId } from "../src/shared/ids";
import { meteredDb } from "../tests/helpers/metered-db";
import { benchData } from "./data";

/* The rows that 100,000 statistics events write. Fails at 1,000. */

/** Bounds: events stored, and the most rows they may write, index rows included. */
const EVENTS = 100_000;
const MOST_WRITES = 1_000;
/** A list page's. */
const EVENTS_A_PAGE = 20;
const HOUR_MS = 3_600_000;

const { values } = parseArgs({ options: { listings: { type: "string", default: "10000" } } });
const { dataDir, now } = await benchData(Number(values.listings));
const data = await openLocalData(dataDir);
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await data.close();
}

async function measure(): Promise<boolean> {
  let written = 0;
  const metered = connect(
    meteredDb(data.db, (rows) => {
      written += rows;
    }),
  );
  const { results: listings } = await data.db
    .prepare("select id, num, owner_id as ownerId from listings order by num")
    .all<{ id: string; num: number; ownerId: string }>();
  await forget();

  const started = performance.now();
  await store(
    metered,
    listings.map(({ id }) => id),
  );
  const stored = written;
  await foldStatistics({ db: metered, now: now + HOUR_MS });
  const ms = Math.round(performance.now() - started);
  console.log(`${EVENTS} events over ${listings.length} listings in ${ms} ms:`);
  console.log(`  ${stored} rows written to store them, ${written - stored} to fold them into their day`);

  const day = toDay(now);
  let counted = 0;
  for (const [ownerId, own] of Map.groupBy(listings, (one) => one.ownerId)) {
    for (const { counts } of await readStatistics(connect(data.db), ownerId, own, { from: day, to: day })) {
      counted += counts.reduce((sum, count) => sum + count, 0);
    }
  }
  console.log(`  ${counted} events read back by their owners`);
  await forget();
  return written < MOST_WRITES && counted === EVENTS;
}

/** Pages as they come, each with listings from all over the catalogue. */
async function store(db: Db, ids: readonly string[]): Promise<void> {
  const buffer = createStatisticsBuffer({ pauseMs: 0 });
  const log = { warn: console.warn };
  for (let page = 0; page < EVENTS / EVENTS_A_PAGE; page++) {
    const events = Array.from({ length: EVENTS_A_PAGE }, (_, place): StatisticsEvent => {
      const which = (page * 7919 + place * 104_729) % ids.length;
      return { listingId: ids[which] ?? "", kind: place === 0 ? "promoted_impression" : "impression" };
    });
    const storing = buffer.note(events, { db, log, now, newId });
    // A hundred pages within the pause of a few seconds that the site makes.
    if (page % 100 === 99) await storing;
  }
}

async function forget(): Promise<void> {
  await data.db.batch([
    data.db.prepare("delete from statistics_parcels"),
    data.db.prepare("delete from statistics_days"),
  ]);
}
