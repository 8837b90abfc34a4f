import { type SQL, sql } from "drizzle-orm";
import type { Placement } from "@/shared/codes";
import { addDays, startOfDay, toDay } from "@/shared/dates";

// A promotion starts when it is paid, but not before:
// - the paid promotions of the same listing and placement end, so that no paid day is lost;
// - the last day of the withdrawal period ends, unless the buyer asked for an immediate start.
// SQL applies the rule to a row of `orders`, inside the batch that inserts the promotion. TypeScript applies it to
// packages that are not ordered yet. A property test compares the two.

/**
 * GEO 34/2014, art. 9: a consumer may withdraw from a distance contract for services within 14 days. The day of the
 * contract does not count.
 */
export const WITHDRAWAL_DAYS = 14;

/** When (ms) the withdrawal period of an order is over that was paid at `paidTs`: the last day ends in Bucharest. */
export const getWithdrawalEnd = (paidTs: number): number =>
  startOfDay(addDays(toDay(paidTs), WITHDRAWAL_DAYS + 1));

/** Earliest start (ms) of an order that is paid at `paidTs`, whatever else is promoted; 0 for no bound. */
export const getEarliestStart = (immediateStart: boolean, paidTs: number): number =>
  immediateStart ? 0 : getWithdrawalEnd(paidTs);

/** End (ms) of the last promotion that other orders of the listing paid, for a row of `orders`; 0 without one. */
const queueEndSql = sql`coalesce((
    select max(other.ends_ts) from promotions other
    where other.listing_id = orders.listing_id and other.placement = orders.placement
      and other.stopped_ts is null and other.order_id <> orders.id
  ), 0)`;

/** Start (ms) of the promotion of a row of `orders` that is paid now. */
export const promotionStartSql = (now: number): SQL<number> =>
  sql`max(${now}, ${queueEndSql}, case when orders.immediate_start then 0 else ${getWithdrawalEnd(now)} end)`;

/** Start (ms) of a promotion that is paid now. `paid` are the promotions of the listing that have not ended. */
export const getPromotionStart = (
  { placement, immediateStart }: { placement: Placement; immediateStart: boolean },
  paid: readonly { placement: Placement; endsTs: number }[],
  now: number,
): number =>
  Math.max(
    now,
    getEarliestStart(immediateStart, now),
    ...paid.flatMap((promotion) => (promotion.placement === placement ? [promotion.endsTs] : [])),
  );
