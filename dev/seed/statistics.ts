import type { enquiries, promotions, statisticsBatches } from "@/db/schema";
import { addDays, DAY_MS, type Day, listDays, toDay } from "@/shared/dates";
import type { ListingRow } from "./listings";
import type { Random } from "./random";

/** A listing's counts of a day, in the order of STATISTICS_KINDS. */
type DayCounts = [
  impressions: number,
  promotedImpressions: number,
  views: number,
  phoneReveals: number,
  enquiries: number,
  shortlistings: number,
  ...viewsBySource: number[],
];
type BatchRow = typeof statisticsBatches.$inferInsert;
type SearchCounts = NonNullable<BatchRow["searches"]>;

const DAYS = 60;
/** Impressions of listings for each search that showed them. */
const IMPRESSIONS_A_SEARCH = 4;
/** Searches without a listing, as `toSearchEvents` names them. */
const EMPTY_SEARCHES = ["la:tl::0", "a:vs:pu:0", "mu:gr::0"];
/** Percent of an ordinary day, from Sunday on: more visitors search for lessons early in the week. */
const WEEKDAYS = [118, 130, 112, 108, 96, 62, 74];

type StatisticsInput = {
  listings: readonly ListingRow[];
  promotions: readonly (typeof promotions.$inferInsert)[];
  enquiries: readonly (typeof enquiries.$inferInsert)[];
};

/** The statistics of sixty days: a batch for each day, with the listings that were public on it. */
export function createStatistics(
  random: Random,
  { listings, promotions, enquiries }: StatisticsInput,
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
    const scope = `${listing.subject}:${listing.county}::0`;
    return days ? [{ id: listing.id, scope, ...days, interest: random.int(9, 42) }] : [];
  });

  return listDays(addDays(today, 1 - DAYS), today).map((day) => {
    const weekday = WEEKDAYS[new Date(day).getUTCDay()] ?? 100;
    // The day is not over yet.
    const percent = day === today ? weekday * 0.4 : weekday;
    const vary = (count: number) => Math.round((count * percent * random.int(70, 130)) / 10_000);
    const counts: Record<string, DayCounts> = {};
    const searches: SearchCounts = Object.fromEntries(EMPTY_SEARCHES.map((key) => [key, [1, 1]]));
    for (const { id, scope, first, last, interest } of publicListings) {
      if (day < first || day > last) continue;
      // A new listing ranks first for some days.
      const newness = day <= addDays(first, 3) ? 2 : 1;
      const impressions = vary(interest * newness);
      const [found = 0] = searches[scope] ?? [];
      searches[scope] = [found + Math.ceil(impressions / IMPRESSIONS_A_SEARCH), 0];
      const isPromoted = promoted
        .get(id)
        ?.some(({ startsTs, endsTs }) => toDay(startsTs) <= day && day <= toDay(endsTs));
      const promotedImpressions = isPromoted ? vary(interest * 1.6) : 0;
      const views = Math.round(((impressions + promotedImpressions) * random.int(8, 19)) / 100);
      const reveals = Math.min(views, Math.round((views * random.int(0, 24)) / 100));
      const enquiryCount = enquiriesByDay.get(`${id} ${day}`)?.length ?? 0;
      // Without another random number, which would change all that follow.
      const shortlistings = Math.round(views / 12);
      const viewsBySource = [14, 20, 11, 24, 17].map((viewsOfOne) => Math.floor(views / viewsOfOne));
      counts[id] = [
        impressions,
        promotedImpressions,
        views,
        reveals,
        enquiryCount,
        shortlistings,
        ...viewsBySource,
      ];
    }
    for (const { scope, last, interest } of publicListings) {
      // Learners still look where the last listing ended, and find nothing.
      if (day <= last || searches[scope]) continue;
      const empty = Math.ceil((interest * percent) / 100 / IMPRESSIONS_A_SEARCH);
      searches[scope] = [empty, empty];
    }
    return { id: random.id(), createdTs: Math.min(Date.parse(day) + DAY_MS / 2, now), day, counts, searches };
  });
}

/** First and last public day of a listing; a paused listing was paused some days ago. Null if it was never public. */
function publicDays(
  random: Random,
  { state, publishedTs, expiresTs }: ListingRow,
  now: number,
): { first: Day; last: Day } | null {
  if (!publishedTs || !expiresTs) return null;
  const endTs = state === "paused" ? now - random.int(4, 18) * DAY_MS : now;
  return { first: toDay(publishedTs), last: toDay(Math.min(endTs, expiresTs)) };
}
