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
type Storing = {
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
  note(events: readonly StatisticsEvent[], storing: Storing): Promise<void> | null;
};

/**
 * Events that trigger a write at once; fewer wait until the pause ends. A batch stays far below a row's limit of 2 MB.
 */
const FULL = 2_000;
/** Counts in an isolate's memory are lost when it ends: this pause (ms) bounds the loss. */
const PAUSE_MS = 4_000;
/** Pauses (ms) before a failed parcel is tried again by the same request; the platform gives it 30 s after its answer. */
const RETRY_MS = [1_000, 6_000];
/** A request that was ended before it stored keeps the others waiting no longer than this (ms): two pauses. */
const GONE_AFTER_MS = 8_000;
/**
 * A parcel that can't be stored for this long (ms) is given up: only its answer may have failed. The ids that identify
 * a second copy are folded away `FOLDED_AFTER_MS` after they were made.
 */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
/** How old (ms) a parcel is before it is folded into its day: safely older than one that is still tried. */
export const FOLDED_AFTER_MS = 2 * GIVEN_UP_AFTER_MS;

/**
 * Bytes of the parcels that wait to be stored while the database can't be reached; beyond it the oldest are given up. An
 * isolate has 128 MB for everything.
 */
const MOST_WAITING = 4 * 1024 ** 2;

type Parcel = { id: string; madeTs: number; day: Day; events: number; counts: Map<string, Counts> };
/** A parcel that is complete. Its counts are JSON, the form in which they are stored, in a quarter of the bytes. */
type ClosedParcel = Omit<Parcel, "counts"> & { json: string };

/** Tests give pauses and a bound of their own. */
export function createStatisticsBuffer({
  pauseMs = PAUSE_MS,
  retryMs = RETRY_MS,
  mostWaiting = MOST_WAITING,
} = {}): StatisticsBuffer {
  let open: Parcel | null = null;
  /** Closed parcels by their id, until they are stored or given up. */
  const closed = new Map<string, ClosedParcel>();
  /** Since when a request waits to store what comes together meanwhile. */
  let waitingSince: number | null = null;

  function close({ log }: Pick<Storing, "log">) {
    if (!open) return;
    const { counts, ...facts } = open;
    closed.set(facts.id, { ...facts, json: JSON.stringify(Object.fromEntries(counts)) });
    open = null;
    let waiting = 0;
    for (const parcel of [...closed.values()].reverse()) {
      waiting += parcel.json.length;
      if (waiting > mostWaiting) giveUp(parcel, log);
    }
  }

  function giveUp({ id, events }: ClosedParcel, log: Storing["log"]) {
    closed.delete(id);
    log.warn("statistics_lost", { events });
  }

  function add(events: readonly StatisticsEvent[], { now, newId, log }: Storing): Parcel {
    const day = toDay(now);
    // What a request left behind that ended before it stored may be too old to be stored: what comes now is not.
    if (open && (open.day !== day || open.madeTs < now - GONE_AFTER_MS)) close({ log });
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
  async function store({ db, log }: Storing, begun: number): Promise<void> {
    close({ log });
    let waited = 0;
    for (const pauseBefore of [0, ...retryMs]) {
      if (pauseBefore > 0) await pause(pauseBefore);
      waited += pauseBefore;
      const parcels = giveUpOld(begun + waited, log);
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

  function giveUpOld(now: number, log: Storing["log"]): ClosedParcel[] {
    for (const parcel of closed.values()) {
      if (parcel.madeTs < now - GIVEN_UP_AFTER_MS) giveUp(parcel, log);
    }
    return [...closed.values()];
  }

  return {
    note(events, storing) {
      if (events.length === 0) return null;
      const { now } = storing;
      if (add(events, storing).events >= FULL) return store(storing, now);
      if (waitingSince !== null && waitingSince > now - GONE_AFTER_MS) return null;
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
