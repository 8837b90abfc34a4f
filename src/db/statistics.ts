import { sql } from "drizzle-orm";
import { STATISTICS_KINDS, type StatisticsKind } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import type { Db } from "./client";
import { statisticsParcels } from "./schema";

/** Something that happened to a listing once. */
export type StatisticsEvent = { listingId: string; kind: StatisticsKind };

/** How often each of STATISTICS_KINDS happened, in their order. */
export type Counts = number[];

/** Storing goes by the services of the request that it happens to fall to. Times in ms. */
type StatisticsStorage = {
  db: Db;
  log: { warn(event: string, fields: Record<string, string | number>): void };
  now: number;
  newId(): string;
};

/**
 * Gathers what is counted in one isolate and stores it in parcels: one row for all that happened to whichever listings
 * in some seconds, since a row for each would be the database's main work. It belongs to the worker, not to a request.
 */
export type StatisticsBuffer = {
  /** Answers the storing that this request has to keep alive (`waitUntil`), if it falls to it. Never rejects. */
  add(events: readonly StatisticsEvent[], storing: StatisticsStorage): Promise<void> | null;
};

/**
 * Events that trigger a write at once; fewer wait until the pause ends. A batch stays far below a row's limit of 2 MB.
 */
const MAX_PARCEL_EVENTS = 2_000;
/** Counts in an isolate's memory are lost when it ends: this pause (ms) bounds the loss. */
const PAUSE_MS = 4_000;
/** Pauses (ms) before a failed parcel is tried again by the same request; the platform gives it 30 s after its answer. */
const RETRY_MS = [1_000, 6_000];
/** A request that was ended before it stored keeps the others waiting no longer than this (ms): two pauses. */
const WRITER_TIMEOUT_MS = 8_000;
/**
 * A parcel that can't be stored for this long (ms) is given up: only its answer may have failed. The ids that identify
 * a second copy are folded away `FOLD_AFTER_MS` after they were made.
 */
const DISCARD_AFTER_MS = 5 * 60_000;
/** How old (ms) a parcel is before it is folded into its day: safely older than one that is still tried. */
export const FOLD_AFTER_MS = 2 * DISCARD_AFTER_MS;

/**
 * Bytes of the parcels that wait to be stored while the database can't be reached; beyond it the oldest are given up. An
 * isolate has 128 MB for everything.
 */
const MAX_WAITING_BYTES = 4 * 1024 ** 2;

type Parcel = { id: string; madeTs: number; day: Day; events: number; counts: Map<string, Counts> };
/** A parcel that is complete. Its counts are JSON, the form in which they are stored, in a quarter of the bytes. */
type ClosedParcel = Omit<Parcel, "counts"> & { json: string };

/** Tests give pauses and a bound of their own. */
export function createStatisticsBuffer({
  pauseMs = PAUSE_MS,
  retryMs = RETRY_MS,
  maxWaitingBytes = MAX_WAITING_BYTES,
} = {}): StatisticsBuffer {
  let open: Parcel | null = null;
  /** Closed parcels by their id, until they are stored or given up. */
  const closed = new Map<string, ClosedParcel>();
  /** Since when a request waits to store what comes together meanwhile. */
  let waitingSince: number | null = null;

  function close({ log }: Pick<StatisticsStorage, "log">) {
    if (!open) return;
    const { counts, ...facts } = open;
    closed.set(facts.id, { ...facts, json: JSON.stringify(Object.fromEntries(counts)) });
    open = null;
    let waiting = 0;
    for (const parcel of [...closed.values()].reverse()) {
      waiting += parcel.json.length;
      if (waiting > maxWaitingBytes) discard(parcel, log);
    }
  }

  function discard({ id, events }: ClosedParcel, log: StatisticsStorage["log"]) {
    closed.delete(id);
    log.warn("statistics_lost", { events });
  }

  function addToOpenParcel(
    events: readonly StatisticsEvent[],
    { now, newId, log }: StatisticsStorage,
  ): Parcel {
    const day = toDay(now);
    // What a request left behind that ended before it stored may be too old to be stored: what comes now is not.
    if (open && (open.day !== day || open.madeTs < now - WRITER_TIMEOUT_MS)) close({ log });
    open ??= { id: newId(), madeTs: now, day, events: 0, counts: new Map() };
    for (const { listingId, kind } of events) {
      const counts = open.counts.get(listingId) ?? STATISTICS_KINDS.map(() => 0);
      const place = STATISTICS_KINDS.indexOf(kind);
      counts[place] = (counts[place] ?? 0) + 1;
      open.counts.set(listingId, counts);
    }
    open.events += events.length;
    return open;
  }

  /** Closed parcels that another request is storing are sent again: their ids make the second copy count for nothing. */
  async function store({ db, log }: StatisticsStorage, begun: number): Promise<void> {
    close({ log });
    let waited = 0;
    for (const pauseBefore of [0, ...retryMs]) {
      if (pauseBefore > 0) await pause(pauseBefore);
      waited += pauseBefore;
      const parcels = discardOld(begun + waited, log);
      const [first, ...rest] = parcels.map((parcel) => insertParcel(db, parcel));
      if (!first) return;
      try {
        await db.batch([first, ...rest]);
        for (const { id } of parcels) closed.delete(id);
        return;
      } catch (error) {
        log.warn("statistics_not_stored", { parcels: parcels.length, error: (error as Error).name });
      }
    }
  }

  function discardOld(now: number, log: StatisticsStorage["log"]): ClosedParcel[] {
    for (const parcel of closed.values()) {
      if (parcel.madeTs < now - DISCARD_AFTER_MS) discard(parcel, log);
    }
    return [...closed.values()];
  }

  return {
    add(events, storing) {
      if (events.length === 0) return null;
      const { now } = storing;
      if (addToOpenParcel(events, storing).events >= MAX_PARCEL_EVENTS) return store(storing, now);
      if (waitingSince !== null && waitingSince > now - WRITER_TIMEOUT_MS) return null;
      waitingSince = now;
      return pause(pauseMs).then(() => {
        waitingSince = null;
        return store(storing, now + pauseMs);
      });
    },
  };
}

const insertParcel = (db: Db, { id, madeTs, day, json }: ClosedParcel) =>
  db
    .insert(statisticsParcels)
    .values({ id, madeTs, day, counts: sql`${json}` })
    .onConflictDoNothing();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
