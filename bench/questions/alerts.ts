import { rmSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import { openLocalData } from "../../dev/launch/local-data";
import type { Ctx } from "../../src/context";
import { connect, type Statement } from "../../src/db/client";
import { queueAlertDigests } from "../../src/features/alerts/digests/queue-alert-digests";
import { matchAlerts } from "../../src/features/alerts/matching/match-alerts";
import { newId } from "../../src/shared/ids";
import { createCountingDb } from "../../tests/helpers/counting-db";
import { fillAlerts } from "../alerts/fill-alerts";
import { benchData } from "../catalogue/bench-data";
import { type Figure, printFigures } from "../figures";
import { copyData } from "../harness/app-configs";
import { median } from "../median";

/** Rows that the job may read and write for each match of a listing, and besides them. */
const READS_PER_MATCH = 12;
const WRITES_PER_MATCH = 3;
const MAX_FURTHER_READS = 10_000;
const MAX_FURTHER_WRITES = 20;
/** Longest time that one batch of digests may hold the writer (ms). */
const MAX_BATCH_MS = 500;

type Options = { alerts: number; listings: number; catalogue: number };

/** Matches new listings with alerts, then queues the digests of all alerts. */
export async function run({ alerts, listings, catalogue }: Options): Promise<boolean> {
  const { dataDir, now } = await benchData(catalogue);
  const copy = copyData(dataDir, "alerts");
  const data = await openLocalData(copy);
  try {
    const filters = await fillAlerts(data.db, alerts, now);
    console.log(`${alerts} alerts with ${filters} different filters`);
    return printFigures([
      ...(await measureMatching(data.db, listings, now)),
      ...(await measureDigests(data.db, alerts, now)),
    ]);
  } finally {
    await data.close();
    rmSync(copy, { recursive: true });
  }
}

function createCtx(database: D1Database, now: number): Ctx {
  const db = connect(database as never);
  const commit = async (statements: Statement[]) => db.batch(statements as unknown as [Statement]);
  return { db, now, clock: () => now, newId, commit } as unknown as Ctx;
}

/** The rows of each of the newest listings. */
async function measureMatching(db: D1Database, listings: number, now: number): Promise<Figure[]> {
  const { results } = await db
    .prepare("select num from search_entries where expires_ts > ? order by position desc limit ?")
    .bind(now, listings)
    .all<{ num: number }>();
  const { db: counting, ledger } = createCountingDb(db);
  const readings: { matches: number; reads: number; writes: number; ms: number }[] = [];
  for (const { num } of results) {
    await db
      .prepare("insert into alert_queue (listing_num, published_ts) values (?, ?)")
      .bind(num, now)
      .run();
    ledger.clear();
    const started = performance.now();
    const matches = await matchAlerts(createCtx(counting, now));
    const ms = performance.now() - started;
    readings.push({ matches, reads: ledger.rowsRead(), writes: ledger.rowsWritten(), ms });
  }
  const numbers = (toNumber: (reading: (typeof readings)[number]) => number) => readings.map(toNumber);
  const of = `of ${results.length} listings`;
  const sum = numbers(({ matches }) => matches).reduce((total, n) => total + n, 0);
  const info = { bound: null, aim: null };
  return [
    {
      what: `alert filters that a listing matches, most ${of}`,
      value: Math.max(...numbers((r) => r.matches)),
      ...info,
      note: `${sum} in all`,
    },
    {
      what: "rows read for a listing, most",
      value: Math.max(...numbers((r) => r.reads)),
      ...info,
      note: `median ${median(numbers((r) => r.reads))}`,
    },
    {
      what: `rows read besides ${READS_PER_MATCH} for each match, most`,
      value: Math.max(...numbers((r) => r.reads - READS_PER_MATCH * r.matches)),
      bound: MAX_FURTHER_READS,
      aim: MAX_FURTHER_READS / 2,
      note: `median ${median(numbers((r) => r.reads - READS_PER_MATCH * r.matches))}`,
    },
    {
      what: `rows written besides ${WRITES_PER_MATCH} for each match, most`,
      value: Math.max(...numbers((r) => r.writes - WRITES_PER_MATCH * r.matches)),
      bound: MAX_FURTHER_WRITES,
      aim: MAX_FURTHER_WRITES,
    },
    {
      what: "ms for a listing, longest",
      value: Math.max(...numbers((r) => r.ms)),
      ...info,
      note: `median ${Math.round(median(numbers((r) => r.ms)))}`,
    },
  ];
}

/** Queues the digests of all alerts, each with a match, and checks that each is there once. */
async function measureDigests(db: D1Database, alerts: number, now: number): Promise<Figure[]> {
  await db
    .prepare(
      "insert into alert_matches (filters_id, listing_num, created_ts) select id, 1, ? from alert_filters",
    )
    .bind(now)
    .run();
  const times: number[] = [];
  const started = performance.now();
  await queueAlertDigests(createCtx(timeBatches(db, times), now));
  const seconds = (performance.now() - started) / 1000;
  const row = await db
    .prepare(
      "select count(*) as n, count(distinct recipient) as recipients from mail_outbox where template = 'alert_digest'",
    )
    .first<{ n: number; recipients: number }>();
  const missing = alerts - (row?.recipients ?? 0);
  const repeated = (row?.n ?? 0) - (row?.recipients ?? 0);
  return [
    {
      what: `ms of the longest batch of ${row?.n} digests`,
      value: Math.max(...times),
      bound: MAX_BATCH_MS,
      aim: MAX_BATCH_MS / 2,
      note: `${times.length} batches, median ${Math.round(median(times))} ms, ${seconds.toFixed(1)} s in all`,
    },
    { what: "digests missing or repeated", value: missing + repeated, bound: 0, aim: 0 },
  ];
}

/** A D1 binding that adds the time (ms) for which each batch was executed, as D1 reports it, to `times`. */
function timeBatches(db: D1Database, times: number[]): D1Database {
  const batch: D1Database["batch"] = async (statements) => {
    const results = await db.batch(statements);
    times.push(results.reduce((sum, { meta }) => sum + meta.duration, 0));
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
