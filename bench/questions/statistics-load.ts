import { setTimeout as pause } from "node:timers/promises";
import { openLocalData } from "../../dev/launch/local-data";
import { connect } from "../../src/db/client";
import { createStatisticsBuffer, type StatisticsBuffer, type StatisticsEvent } from "../../src/db/statistics";
import { listStatistics } from "../../src/db/statistics-days";
import { aggregateStatistics } from "../../src/features/analytics/statistics-jobs";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "../../src/shared/codes";
import { addDays, toDay } from "../../src/shared/dates";
import { newId } from "../../src/shared/ids";
import { benchData } from "../catalogue/bench-data";

/** Longest time that one batch may hold the writer (ms). */
const MAX_BATCH_MS = 500;
/** Isolates that count views; each stores its own batches. */
const ISOLATES = 20;
const EVENTS_A_LIST = 20;
const TICK_MS = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type LocalData = Awaited<ReturnType<typeof openLocalData>>;
type Options = { listings: number; views: number; seconds: number };

/**
 * Records list views, each with its search, at a constant rate while the job runs each minute, then completes the
 * aggregation.
 */
export async function run(options: Options): Promise<boolean> {
  const { dataDir } = await benchData(options.listings);
  const data = await openLocalData(dataDir);
  try {
    await deleteStatistics(data);
    const served = await measure(data, options);
    await deleteStatistics(data);
    return served;
  } finally {
    await data.close();
  }
}

/** Prints the figures. Returns false if a batch exceeds its bound, or the stored counts are not those recorded. */
async function measure(data: LocalData, { views, seconds }: Options): Promise<boolean> {
  const { results: listings } = await data.db
    .prepare("select id, num, owner_id as ownerId from listings order by num")
    .all<{ id: string; num: number; ownerId: string }>();
  const job = new BatchTimes();
  const jobDb = connect(timeBatches(data.db, job, sumDurations));
  const runJob = (now: number) => aggregateStatistics({ db: jobDb, now, newId });
  const load = startLoad(
    data,
    views,
    listings.map(({ id }) => id),
  );

  const started = Date.now();
  const runs: number[] = [];
  const reads: number[] = [];
  for (let minute = 1; minute * MINUTE_MS <= seconds * 1000; minute++) {
    await pause(Math.max(0, started + minute * MINUTE_MS - Date.now()));
    reads.push(await measureRead(data, listings));
    const runStarted = performance.now();
    await runJob(Date.now());
    runs.push(performance.now() - runStarted);
  }
  await pause(Math.max(0, started + seconds * 1000 - Date.now()));
  const { recorded, lost, inserts } = await load.stop();
  // A day later everything is due; a run adds a bounded number of batches.
  while ((await countRows(data, "statistics_batches")) + (await countRows(data, "statistics_deltas")) > 0)
    await runJob(Date.now() + DAY_MS);

  const stored = await countStoredEvents(data);
  console.log(`${views} list views a second over ${listings.length} listings for ${seconds} s:`);
  console.log(`  events: ${recorded} recorded, ${stored} stored, ${lost} reported lost`);
  console.log(`  job: ${job.format()} of execution; runs under load: ${formatTimes(runs)}`);
  console.log(`  inserts of the isolates, waiting included: ${inserts.format()}`);
  console.log(`  an owner's statistics before each run: ${formatTimes(reads)}`);
  console.log(`  allowed: ${MAX_BATCH_MS} ms for a batch, no event lost`);
  return job.longest <= MAX_BATCH_MS && lost === 0 && stored === recorded;
}

/** Spreads views over the isolates' buffers, until it is stopped. */
function startLoad(data: LocalData, views: number, ids: readonly string[]) {
  const inserts = new BatchTimes();
  const db = connect(timeBatches(data.db, inserts, (_results, ms) => ms));
  const buffers: StatisticsBuffer[] = Array.from({ length: ISOLATES }, () => createStatisticsBuffer());
  const underWay = new Set<Promise<void>>();
  let [recorded, lost, stopped] = [0, 0, false];
  const log = {
    warn(event: string, fields: Record<string, string | number>) {
      if (event === "statistics_lost") lost += Number(fields.events);
    },
  };
  const recordView = (view: number) => {
    const listingEvents = Array.from({ length: EVENTS_A_LIST }, (_, index): StatisticsEvent => {
      const position = Math.floor(Math.random() * ids.length);
      return { listingId: ids[position] ?? "", kind: index === 0 ? "promoted_impression" : "impression" };
    });
    const search = `${pickRandom(SUBJECTS)}:${pickRandom(COUNTY_CODES)}:${pickRandom(LEVELS)}:0`;
    const events = [...listingEvents, { search, isEmpty: Math.random() < 0.1 }];
    const stored = buffers[view % ISOLATES]?.add(events, { db, log, now: Date.now(), newId });
    recorded += events.length;
    if (!stored) return;
    underWay.add(stored);
    void stored.finally(() => underWay.delete(stored));
  };
  const started = performance.now();
  const ticking = (async () => {
    for (let view = 0; !stopped; await pause(TICK_MS)) {
      const due = ((performance.now() - started) / 1000) * views;
      for (; view < due; view++) recordView(view);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await ticking;
      while (underWay.size > 0) await Promise.all(underWay);
      return { recorded, lost, inserts };
    },
  };
}

const pickRandom = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** Time (ms) to read a month of statistics of one owner. */
async function measureRead(
  { db }: LocalData,
  listings: readonly { id: string; num: number; ownerId: string }[],
): Promise<number> {
  const ownerId = listings[Math.floor(Math.random() * listings.length)]?.ownerId ?? "";
  const ownListings = listings.filter((listing) => listing.ownerId === ownerId);
  const today = toDay(Date.now());
  const started = performance.now();
  await listStatistics(connect(db), ownerId, ownListings, { from: addDays(today, -30), to: today });
  return performance.now() - started;
}

class BatchTimes {
  readonly times: number[] = [];
  get longest(): number {
    return Math.max(0, ...this.times);
  }
  format(): string {
    return `${this.times.length} batches, ${formatTimes(this.times)}`;
  }
}

function formatTimes(times: readonly number[]): string {
  if (times.length === 0) return "none";
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `median ${at(0.5)} ms, longest ${at(1)} ms`;
}

type Meta = { meta: { duration: number } };

/** How long (ms) the database executed a batch, as D1 reports it: without the time that the batch waited for others. */
const sumDurations = (results: readonly Meta[]): number =>
  results.reduce((sum, { meta }) => sum + meta.duration, 0);

/** A D1 binding that measures each batch by its results and the time (ms) until they arrived. */
function timeBatches(
  db: LocalData["db"],
  { times }: BatchTimes,
  measureBatch: (results: readonly Meta[], ms: number) => number,
): LocalData["db"] {
  const batch: LocalData["db"]["batch"] = async (statements) => {
    const started = performance.now();
    const results = await db.batch(statements);
    times.push(measureBatch(results, performance.now() - started));
    return results as never;
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === "batch") return batch;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const countRows = async ({ db }: LocalData, table: string): Promise<number> =>
  (await db.prepare(`select count(*) as n from ${table}`).first<number>("n")) ?? 0;

async function countStoredEvents({ db }: LocalData): Promise<number> {
  const total = await db
    .prepare(
      `select (select coalesce(sum(number.value), 0) from statistics_days, json_each(counts) entry, json_each(entry.value) number)
        + (select coalesce(sum(entry.value ->> 0), 0) from search_days, json_each(counts) entry) as total`,
    )
    .first<number>("total");
  return total ?? 0;
}

async function deleteStatistics({ db }: LocalData): Promise<void> {
  const tables = ["statistics_batches", "statistics_deltas", "statistics_days", "search_days"];
  await db.batch(tables.map((table) => db.prepare(`delete from ${table}`)));
}
