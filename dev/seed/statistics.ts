import type { enquiries, promotions, statisticsBatches } from "@/db/schema";
import { addDays, DAY_MS, type Day, listDays, toDay } from "@/shared/dates";
import type { ListingRow } from "./listings";
import type { Random } from "./random";

type BatchRow = typeof statisticsBatches.$inferInsert;

const DAYS = 60;
/** Percent of an ordinary day, from Sunday on: lessons are looked for when the week is planned. */
const WEEKDAYS = [118, 130, 112, 108, 96, 62, 74];

type Given = {
  listings: readonly ListingRow[];
  promotions: readonly (typeof promotions.$inferInsert)[];
  enquiries: readonly (typeof enquiries.$inferInsert)[];
};

/** What was counted in sixty days: a batch for each day, in which every listing has its days in public. */
export function createStatistics(
  random: Random,
  { listings, promotions, enquiries }: Given,
  now: number,
): BatchRow[] {
  const today = toDay(now);
  const promoted = Map.groupBy(promotions, ({ listingId }) => listingId);
  const enquiriesByDay = Map.groupBy(
    enquiries,
    ({ listingId, createdTs }) => `${listingId} ${toDay(createdTs)}`,
  );
  const publicListings = listings.flatMap((listing) => {
    const days = publicDays(random, listing, now);
    return days ? [{ id: listing.id, ...days, interest: random.int(9, 42) }] : [];
  });

  return listDays(addDays(today, 1 - DAYS), today).map((day) => {
    const weekday = WEEKDAYS[new Date(day).getUTCDay()] ?? 100;
    // The day is not over yet.
    const share = day === today ? weekday * 0.4 : weekday;
    const about = (count: number) => Math.round((count * share * random.int(70, 130)) / 10_000);
    const counts: Record<string, number[]> = {};
    for (const { id, first, last, interest } of publicListings) {
      if (day < first || day > last) continue;
      // A new listing ranks first for some days.
      const fresh = day <= addDays(first, 3) ? 2 : 1;
      const impressions = about(interest * fresh);
      const isPromoted = promoted
        .get(id)
        ?.some(({ startsTs, endsTs }) => toDay(startsTs) <= day && day <= toDay(endsTs));
      const paid = isPromoted ? about(interest * 1.6) : 0;
      const views = Math.round(((impressions + paid) * random.int(8, 19)) / 100);
      const reveals = Math.min(views, Math.round((views * random.int(0, 24)) / 100));
      counts[id] = [impressions, paid, views, reveals, enquiriesByDay.get(`${id} ${day}`)?.length ?? 0];
    }
    return { id: random.id(), madeTs: Math.min(Date.parse(day) + DAY_MS / 2, now), day, counts };
  });
}

/** From its first day in public to its last; a paused one was paused some days ago. Null for one that never was. */
function publicDays(
  random: Random,
  { state, publishedTs, expiresTs }: ListingRow,
  now: number,
): { first: Day; last: Day } | null {
  if (!publishedTs || !expiresTs) return null;
  const paused = state === "paused" ? now - random.int(4, 18) * DAY_MS : now;
  return { first: toDay(publishedTs), last: toDay(Math.min(paused, expiresTs)) };
}
