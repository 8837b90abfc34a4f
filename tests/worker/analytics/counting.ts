import { createStatisticsBuffer, type StatisticsEvent } from "@/db/statistics";
import { STATISTICS_KINDS, type StatisticsKind } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { db } from "../../helpers/app";

/** Stores so many of each kind for a listing, at `now` (ms), as the site itself would. */
export async function happened(
  listing: { id: string },
  times: Partial<Record<StatisticsKind, number>>,
  now: number,
): Promise<void> {
  const events = STATISTICS_KINDS.flatMap((kind) =>
    Array.from({ length: times[kind] ?? 0 }, (): StatisticsEvent => ({ listingId: listing.id, kind })),
  );
  const log = { warn: () => {} };
  await createStatisticsBuffer({ pauseMs: 0 }).note(events, { db, log, now, newId });
}
