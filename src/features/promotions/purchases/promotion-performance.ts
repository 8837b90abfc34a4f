import type { Ctx } from "@/context";
import { type DayCounts, listStatistics } from "@/db/statistics-days";
import { getPreviousPeriod } from "@/features/analytics";
import { addDays, type Period, toDay } from "@/shared/dates";
import { addCounts, createEmptyCounts, type EventCounts, getEventCount } from "@/shared/event-counts";
import { MAX_PERIOD_DAYS } from "@/shared/schemas/analytics";
import { type BoughtOrder, listPromotedPeriods, type PromotedPeriod } from "./queries";

/** Performance of a promotion in whole days (Bucharest), compared with as many days before it. */
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

/** The days of a promotion up to `now`; null if it has not run yet, or if its statistics are too old to be stored. */
function getCountedPeriod({ promotion }: PromotedOrder, now: number): Period | null {
  if (!promotion) return null;
  const { startsTs, endsTs, stoppedTs } = promotion;
  const end = Math.min(now, endsTs - 1, stoppedTs ?? now);
  if (startsTs > now || end < startsTs) return null;
  const period = { from: toDay(startsTs), to: toDay(end) };
  return getPreviousPeriod(period).from < addDays(toDay(now), -2 * MAX_PERIOD_DAYS) ? null : period;
}

/**
 * Performance of the promotions of orders, by order id. `ownerId` owns all of them. Leaves out promotions that have not
 * run. Reads a row for each listing and day, from the first day to the last.
 */
export async function listPromotionPerformance(
  ctx: Ctx,
  ownerId: string,
  orders: readonly PromotedOrder[],
): Promise<Map<string, PromotionPerformance>> {
  const startedOrders = orders.flatMap((order) => {
    const { listingId: id, listingNum: num } = order;
    const period = getCountedPeriod(order, ctx.now);
    return period && id !== null && num !== null ? [{ order, listing: { id, num }, period }] : [];
  });
  if (startedOrders.length === 0) return new Map();
  const listings = [...new Map(startedOrders.map(({ listing }) => [listing.id, listing])).values()];
  const bounds = startedOrders.flatMap(({ period }) => [getPreviousPeriod(period).from, period.to]).sort();
  const whole = { from: bounds[0] ?? "", to: bounds.at(-1) ?? "" };
  const [days, periods] = await Promise.all([
    listStatistics(ctx.db, ownerId, listings, whole),
    listPromotedPeriods(
      ctx,
      listings.map(({ id }) => id),
    ),
  ]);
  return new Map(
    startedOrders.map(({ order, listing, period }) => {
      const listingDays = days.filter(({ listingId }) => listingId === listing.id);
      return [order.id, computePerformance(order, period, listingDays, periods)];
    }),
  );
}

function computePerformance(
  order: PromotedOrder,
  period: Period,
  days: readonly DayCounts[],
  periods: readonly PromotedPeriod[],
): PromotionPerformance {
  const before = getPreviousPeriod(period);
  const counts = sumCounts(days, period);
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
