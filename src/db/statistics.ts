import { sql } from "drizzle-orm";
import { STATISTICS_KINDS, type StatisticsKind } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import { createEmptyCounts, type EventCounts, NO_SOURCE_COUNTS } from "@/shared/event-counts";
import { findShareSource } from "@/shared/share-source";
import type { Db } from "./client";
import { statisticsBatches } from "./schema";

/** One counted event of a listing. */
type ListingEvent = { listingId: string; kind: StatisticsKind };
/** One counted search, by its key (`toSearchEvents`), and whether it found nothing. */
export type SearchEvent = { search: string; isEmpty: boolean };
export type StatisticsEvent = ListingEvent | SearchEvent;

/** The services of the request that stores the batches. Times in ms. */
type StatisticsStorage = {
  db: Db;
  log: { warn(event: string, fields: Record<string, string | number>): void };
  now: number;
  newId(): string;
};

/**
 * Collects the events of one isolate and stores them in batches: one row for all events of some seconds, because a row
 * for each event would be most of the database's work. It lives as long as the isolate, across requests.
 */
export type StatisticsBuffer = {
  /** Returns the write that this request must keep alive (`waitUntil`), or null. The promise never rejects. */
  add(events: readonly StatisticsEvent[], services: StatisticsStorage): Promise<void> | null;
};

/**
 * Events in a batch that trigger an immediate write; otherwise the batch is written after PAUSE_MS. A batch stays far
 * below a row's limit of 2 MB.
 */
const MAX_BATCH_EVENTS = 2_000;
/** Counts in an isolate's memory are lost when it ends: this pause (ms) bounds the loss. */
const PAUSE_MS = 4_000;
/** Pauses (ms) before the same request retries a failed batch; the platform allows 30 s after the response. */
const RETRY_MS = [1_000, 6_000];
/** How long (ms) other requests rely on the request that is to write, which may have been ended: two pauses. */
const WRITER_TIMEOUT_MS = 8_000;
/**
 * Age (ms) at which an unstored batch is discarded. An earlier write may have succeeded without a response, and its id
 * prevents a second count only until `AGGREGATE_AFTER_MS`.
 */
const DISCARD_AFTER_MS = 5 * 60_000;
/** Age (ms) at which the row of a batch may be deleted: safely older than a batch that is still retried. */
export const AGGREGATE_AFTER_MS = 2 * DISCARD_AFTER_MS;

/**
 * Bytes of batches that wait while the database is unavailable; above it the oldest are discarded. An isolate has
 * 128 MB of memory.
 */
const MAX_WAITING_BYTES = 4 * 1024 ** 2;

type SearchCounts = [searches: number, empty: number];
type Batch = {
  id: string;
  createdTs: number;
  day: Day;
  events: number;
  counts: Map<string, EventCounts>;
  searches: Map<string, SearchCounts>;
};
/** A complete batch. Its counts are JSON as stored, which takes a quarter of the memory. */
type ClosedBatch = Omit<Batch, "counts" | "searches"> & { counts: string; searches: string };

/** Tests set other pauses and bounds. */
export function createStatisticsBuffer({
  pauseMs = PAUSE_MS,
  retryMs = RETRY_MS,
  maxWaitingBytes = MAX_WAITING_BYTES,
} = {}): StatisticsBuffer {
  let open: Batch | null = null;
  /** Closed batches by id, until they are stored or discarded. */
  const closed = new Map<string, ClosedBatch>();
  /** Since when (ms) a request waits to write the open batch; null if none waits. */
  let waitingSince: number | null = null;

  function close({ log }: Pick<StatisticsStorage, "log">) {
    if (!open) return;
    const toJson = (counts: ReadonlyMap<string, number[]>) =>
      JSON.stringify(Object.fromEntries(counts)).replaceAll(NO_SOURCE_COUNTS, "]");
    closed.set(open.id, { ...open, counts: toJson(open.counts), searches: toJson(open.searches) });
    open = null;
    let waiting = 0;
    for (const batch of [...closed.values()].reverse()) {
      waiting += batch.counts.length + batch.searches.length;
      if (waiting > maxWaitingBytes) discard(batch, log);
    }
  }

  function discard({ id, events }: ClosedBatch, log: StatisticsStorage["log"]) {
    closed.delete(id);
    log.warn("statistics_lost", { events });
  }

  function addToOpenBatch(events: readonly StatisticsEvent[], { now, newId, log }: StatisticsStorage): Batch {
    const day = toDay(now);
    // A batch of a request that ended before writing may soon be too old; new events get a new batch.
    if (open && (open.day !== day || open.createdTs < now - WRITER_TIMEOUT_MS)) close({ log });
    open ??= { id: newId(), createdTs: now, day, events: 0, counts: new Map(), searches: new Map() };
    for (const event of events) addEvent(open, event);
    open.events += events.length;
    return open;
  }

  /** Also sends closed batches that another request is storing; their ids prevent a second count. */
  async function store({ db, log }: StatisticsStorage, startedTs: number): Promise<void> {
    close({ log });
    let waited = 0;
    for (const pauseBefore of [0, ...retryMs]) {
      if (pauseBefore > 0) await pause(pauseBefore);
      waited += pauseBefore;
      const batches = discardOld(startedTs + waited, log);
      const [first, ...rest] = batches.map((batch) => insertBatchStatement(db, batch));
      if (!first) return;
      try {
        await db.batch([first, ...rest]);
        for (const { id } of batches) closed.delete(id);
        return;
      } catch (error) {
        log.warn("statistics_not_stored", { batches: batches.length, error: (error as Error).name });
      }
    }
  }

  function discardOld(now: number, log: StatisticsStorage["log"]): ClosedBatch[] {
    for (const batch of closed.values()) {
      if (batch.createdTs < now - DISCARD_AFTER_MS) discard(batch, log);
    }
    return [...closed.values()];
  }

  return {
    add(events, services) {
      if (events.length === 0) return null;
      const { now } = services;
      if (addToOpenBatch(events, services).events >= MAX_BATCH_EVENTS) return store(services, now);
      if (waitingSince !== null && waitingSince > now - WRITER_TIMEOUT_MS) return null;
      waitingSince = now;
      return pause(pauseMs).then(() => {
        waitingSince = null;
        return store(services, now + pauseMs);
      });
    },
  };
}

/** Adds to views by a shared address that they count for its source. */
export function addShareSource(events: readonly StatisticsEvent[], url: string): readonly StatisticsEvent[] {
  const source = findShareSource(url);
  return source === null
    ? events
    : events.flatMap((event) =>
        "kind" in event && event.kind === "view"
          ? [event, { ...event, kind: `view_${source}` } as const]
          : event,
      );
}

function addEvent({ counts, searches }: Batch, event: StatisticsEvent): void {
  if ("search" in event) {
    const [number, empty] = searches.get(event.search) ?? [0, 0];
    searches.set(event.search, [number + 1, empty + (event.isEmpty ? 1 : 0)]);
    return;
  }
  const listingCounts = counts.get(event.listingId) ?? createEmptyCounts();
  const index = STATISTICS_KINDS.indexOf(event.kind);
  listingCounts[index] = (listingCounts[index] ?? 0) + 1;
  counts.set(event.listingId, listingCounts);
}

const insertBatchStatement = (db: Db, { id, createdTs, day, counts, searches }: ClosedBatch) =>
  db
    .insert(statisticsBatches)
    .values({ id, createdTs, day, counts: sql`${counts}`, searches: sql`${searches}` })
    .onConflictDoNothing();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
