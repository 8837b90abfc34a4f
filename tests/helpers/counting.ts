import { createStatisticsBuffer, type StatisticsEvent } from "@/db/statistics";
import { listStatistics } from "@/db/statistics-days";
import { aggregateStatistics } from "@/features/analytics";
import { STATISTICS_KINDS, type StatisticsKind } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { app, db } from "./app";
import type { createListing } from "./factories";
import { servicesAt } from "./services";

/** The day of the test's clock. */
export const DAY = "2026-11-20";
export const HOUR_MS = 3_600_000;

export type Listing = Awaited<ReturnType<typeof createListing>>;

/** Stores the given number of events of each kind for a listing, at `now` (ms). */
export async function recordEvents(
  listing: { id: string },
  times: Partial<Record<StatisticsKind, number>>,
  now: number,
): Promise<void> {
  const events = STATISTICS_KINDS.flatMap((kind) =>
    Array.from({ length: times[kind] ?? 0 }, (): StatisticsEvent => ({ listingId: listing.id, kind })),
  );
  const log = { warn: () => {} };
  await createStatisticsBuffer({ pauseMs: 0 }).add(events, { db, log, now, newId });
}

/** The counts of a listing on a day, by kind. */
export async function getCounts({ id, num, ownerId }: Listing, day = DAY) {
  const rows = await listStatistics(db, ownerId, [{ id, num }], { from: day, to: day });
  const counts = rows[0]?.counts ?? [];
  return Object.fromEntries(
    STATISTICS_KINDS.flatMap((kind, index) => (counts[index] ? [[kind, counts[index]]] : [])),
  );
}

/** Moves the clock by an hour and adds the stored counts to their days. */
export const aggregate = () => {
  app.clock.now += HOUR_MS;
  return aggregateStatistics(servicesAt(app.clock.now));
};

/** The request's argument to a statistics buffer. */
export const createBufferContext = (
  values: Partial<Parameters<ReturnType<typeof createStatisticsBuffer>["add"]>[1]> = {},
) => ({
  db,
  log: { warn: () => {} },
  now: Date.UTC(2026, 10, 20, 9),
  newId,
  ...values,
});
/** Stores before the response, and retries immediately. */
export const immediateOptions = { pauseMs: 0, retryMs: [0, 0] };
export const createViewEvents = (listing: Listing, times = 1): StatisticsEvent[] =>
  Array.from({ length: times }, () => ({ listingId: listing.id, kind: "view" }));
