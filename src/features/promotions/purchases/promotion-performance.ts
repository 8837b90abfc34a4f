import type { Ctx } from "@/context";
import { type DayCounts, listStatistics } from "@/db/statistics-days";
import { getPreviousPeriod } from "@/features/analytics";
import { STATISTICS_KINDS } from "@/shared/codes";
import { addDays, type Period, startOfDay, toDay } from "@/shared/dates";
import { addCounts, createEmptyCounts, type EventCounts, getEventCount } from "@/shared/event-counts";
import { MAX_PERIOD_DAYS } from "@/shared/schemas/analytics";
import {
  type BoughtOrder,
  type EnquiryTime,
  listEnquiryTimes,
  listPromotedPeriods,
  type PromotedPeriod,
} from "./queries";

/**
 * Performance of a promotion in whole days (Bucharest), compared with as many days before it. Of its first and last
 * day, only the enquiries that it ran for count.
 */
export type PromotionPerformance = {
  period: Period;
  /** The same number of days directly before. */
  before: Period;
  counts: EventCounts;
  countsBefore: EventCounts;
  /** Whether the listing was also promoted during the days before. */
  promotedBefore: boolean;
  /** Cost per enquiry in bani: the amount paid minus refunds, divided by the enquiries. Null without enquiries. */
  costPerEnquiry: number | null;
};

type PromotedOrder = Pick<BoughtOrder, "id" | "listingId" | "listingNum" | "amount" | "refundedAmount"> & {
  promotion: { startsTs: number; endsTs: number; stoppedTs: number | null } | null;
};

/** The first and the last time (ms) of a promotion up to now, and their days. */
type CountedTime = { start: number; end: number; period: Period };

/** The time of a promotion up to `now`; null if it has not run yet, or if its statistics are too old to be stored. */
function getCountedTime({ promotion }: PromotedOrder, now: number): CountedTime | null {
  if (!promotion) return null;
  const { startsTs, endsTs, stoppedTs } = promotion;
  const end = Math.min(now, endsTs - 1, stoppedTs ?? now);
  if (startsTs > now || end < startsTs) return null;
  const period = { from: toDay(startsTs), to: toDay(end) };
  const isStored = getPreviousPeriod(period).from >= addDays(toDay(now), -2 * MAX_PERIOD_DAYS);
  return isStored ? { start: startsTs, end, period } : null;
}

/**
 * Performance of the promotions of orders, by order id. `ownerId` owns all of them. Leaves out promotions that have not
 * run. Reads a row for each listing and day, from the first day to the last, and for each enquiry.
 */
export async function listPromotionPerformance(
  ctx: Ctx,
  ownerId: string,
  orders: readonly PromotedOrder[],
): Promise<Map<string, PromotionPerformance>> {
  const startedOrders = orders.flatMap((order) => {
    const { listingId: id, listingNum: num } = order;
    const time = getCountedTime(order, ctx.now);
    return time && id !== null && num !== null ? [{ order, listing: { id, num }, time }] : [];
  });
  if (startedOrders.length === 0) return new Map();
  const listings = [...new Map(startedOrders.map(({ listing }) => [listing.id, listing])).values()];
  const listingIds = listings.map(({ id }) => id);
  const bounds = startedOrders
    .flatMap(({ time: { period } }) => [getPreviousPeriod(period).from, period.to])
    .sort();
  const whole = { from: bounds[0] ?? "", to: bounds.at(-1) ?? "" };
  const [days, enquiryTimes, periods] = await Promise.all([
    listStatistics(ctx.db, ownerId, listings, whole),
    listEnquiryTimes(ctx, listingIds, startOfDay(whole.from)),
    listPromotedPeriods(ctx, listingIds),
  ]);
  return new Map(
    startedOrders.map(({ order, listing, time }) => {
      const isOfListing = ({ listingId }: { listingId: string | null }) => listingId === listing.id;
      const performance = computePerformance(
        order,
        time,
        days.filter(isOfListing),
        enquiryTimes.filter(isOfListing),
        periods,
      );
      return [order.id, performance];
    }),
  );
}

function computePerformance(
  order: PromotedOrder,
  time: CountedTime,
  days: readonly DayCounts[],
  enquiryTimes: readonly EnquiryTime[],
  periods: readonly PromotedPeriod[],
): PromotionPerformance {
  const { period } = time;
  const before = getPreviousPeriod(period);
  const counts = withoutOtherEnquiries(sumCounts(days, period), time, enquiryTimes);
  const enquiries = getEventCount(counts, "enquiry");
  return {
    period,
    before,
    counts,
    countsBefore: sumCounts(days, before),
    promotedBefore: periods.some(
      ({ orderId, listingId, startsTs, endsTs }) =>
        orderId !== order.id &&
        listingId === order.listingId &&
        endsTs > startsTs &&
        toDay(startsTs) <= before.to &&
        toDay(endsTs - 1) >= before.from,
    ),
    costPerEnquiry: enquiries === 0 ? null : Math.round((order.amount - order.refundedAmount) / enquiries),
  };
}

const sumCounts = (days: readonly DayCounts[], { from, to }: Period): EventCounts =>
  days
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, { counts }) => addCounts(sum, counts), createEmptyCounts());

/** The counts of whole days without the enquiries of these days from before or after the promotion. */
function withoutOtherEnquiries(
  counts: EventCounts,
  { start, end, period }: CountedTime,
  times: readonly EnquiryTime[],
): EventCounts {
  const others = times.filter(
    ({ createdTs: ts }) =>
      (ts < start || ts > end) && ts >= startOfDay(period.from) && ts < startOfDay(addDays(period.to, 1)),
  );
  return counts.map((count, index) =>
    STATISTICS_KINDS[index] === "enquiry" ? Math.max(0, count - others.length) : count,
  );
}
