import { openLocalData } from "../../dev/launch/local-data";
import { connect, type Db } from "../../src/db/client";
import { createStatisticsBuffer, type StatisticsEvent } from "../../src/db/statistics";
import { listStatistics } from "../../src/db/statistics-days";
import { aggregateStatistics } from "../../src/features/analytics/statistics-jobs";
import { COUNTY_CODES, SUBJECTS } from "../../src/shared/codes";
import { toDay } from "../../src/shared/dates";
import { newId } from "../../src/shared/ids";
import { createMeteredDb } from "../../tests/helpers/metered-db";
import { benchData } from "../catalogue/bench-data";

/** Events stored, and the most rows that they may write, index rows included. */
const EVENTS = 100_000;
const MAX_WRITES = 1_000;
/** Events of one list page. */
const EVENTS_A_PAGE = 20;
const HOUR_MS = 3_600_000;

type LocalData = Awaited<ReturnType<typeof openLocalData>>;

export async function run({ listings }: { listings: number }): Promise<boolean> {
  const { dataDir, now } = await benchData(listings);
  const data = await openLocalData(dataDir);
  try {
    return await measure(data, now);
  } finally {
    await data.close();
  }
}

/** Prints the rows written. Returns false if they exceed the bound or an event is missing. */
async function measure(data: LocalData, now: number): Promise<boolean> {
  let written = 0;
  const metered = connect(
    createMeteredDb(data.db, (rows) => {
      written += rows;
    }),
  );
  const { results: listings } = await data.db
    .prepare("select id, num, owner_id as ownerId from listings order by num")
    .all<{ id: string; num: number; ownerId: string }>();
  await deleteStatistics(data);

  const started = performance.now();
  await store(
    metered,
    now,
    listings.map(({ id }) => id),
  );
  const stored = written;
  await aggregateStatistics({ db: metered, now: now + HOUR_MS, newId });
  const ms = Math.round(performance.now() - started);
  console.log(`${EVENTS} events over ${listings.length} listings in ${ms} ms:`);
  console.log(`  ${stored} rows written to store them, ${written - stored} to add them to their days`);

  const day = toDay(now);
  let counted = 0;
  for (const [ownerId, own] of Map.groupBy(listings, (listing) => listing.ownerId)) {
    for (const { counts } of await listStatistics(connect(data.db), ownerId, own, { from: day, to: day })) {
      counted += counts.reduce((sum, count) => sum + count, 0);
    }
  }
  console.log(`  ${counted} events read back by their owners`);
  await deleteStatistics(data);
  return written < MAX_WRITES && counted === EVENTS;
}

/** Stores the events of list pages and their searches, each with listings of the whole catalogue. */
async function store(db: Db, now: number, ids: readonly string[]): Promise<void> {
  const buffer = createStatisticsBuffer({ pauseMs: 0 });
  const log = { warn: console.warn };
  for (let page = 0; page < EVENTS / EVENTS_A_PAGE; page++) {
    const listingEvents = Array.from({ length: EVENTS_A_PAGE }, (_, index): StatisticsEvent => {
      const position = (page * 7919 + index * 104_729) % ids.length;
      return { listingId: ids[position] ?? "", kind: index === 0 ? "promoted_impression" : "impression" };
    });
    const search = `${SUBJECTS[page % SUBJECTS.length]}:${COUNTY_CODES[page % COUNTY_CODES.length]}::0`;
    const storing = buffer.add([...listingEvents, { search, isEmpty: false }], { db, log, now, newId });
    // The site stores events every few seconds: here every hundred pages.
    if (page % 100 === 99) await storing;
  }
}

async function deleteStatistics(data: LocalData): Promise<void> {
  await data.db.batch([
    data.db.prepare("delete from statistics_batches"),
    data.db.prepare("delete from statistics_deltas"),
    data.db.prepare("delete from statistics_days"),
    data.db.prepare("delete from search_days"),
  ]);
}
