import type { OrderState } from "@/shared/codes";
import { addDays, DAY_MS, startOfDay, toDay } from "@/shared/dates";
import { WITHDRAWAL_DAYS } from "../schedule/promotion-start";

/** Input of a withdrawal. Money in bani, times in ms. */
export type WithdrawableOrder = {
  state: OrderState;
  amount: number;
  refundedAmount: number;
  /** Recorded refunds that are not sent yet, in bani. */
  pendingAmount: number;
  days: number;
  /** Days that an admin credited, in addition to the bought ones. */
  creditedDays: number;
  immediateStart: boolean;
  paidTs: number | null;
  withdrawnTs: number | null;
  promotion: { startsTs: number; endsTs: number; stoppedTs: number | null } | null;
};

/**
 * The refund (bani) for withdrawing from an order at `now`, and the last moment to do so (ms). Null without a right of
 * withdrawal, or if nothing is left to refund. By GEO 34/2014:
 * - art. 9: buyers may withdraw within 14 days of the contract, until the end of the last day;
 * - art. 14: if the buyer asked for an immediate start, the used days are charged, started days included;
 * - art. 16: there is no withdrawal after the service was rendered in full.
 * Credited days are used last and are free.
 */
export function computeWithdrawal(
  order: WithdrawableOrder,
  now: number,
): { amount: number; until: number } | null {
  const { promotion } = order;
  const paid = order.state === "fulfilled" || order.state === "partially_refunded";
  if (!paid || order.paidTs === null || order.withdrawnTs !== null || !promotion) return null;
  const until = startOfDay(addDays(toDay(order.paidTs), WITHDRAWAL_DAYS + 1)) - 1;
  if (now > until || promotion.endsTs <= now) return null;
  const charged = order.immediateStart
    ? Math.floor((order.amount * countUsedDays(order, promotion, now)) / order.days)
    : 0;
  const amount = order.amount - charged - order.refundedAmount - order.pendingAmount;
  return amount > 0 ? { amount, until } : null;
}

/**
 * The used days of the bought ones, computed from the remaining days: a promotion may have been suspended, and its
 * remaining days may be in the future.
 */
function countUsedDays(
  { days, creditedDays }: WithdrawableOrder,
  { startsTs, endsTs, stoppedTs }: NonNullable<WithdrawableOrder["promotion"]>,
  now: number,
): number {
  const stopped = Math.min(now, stoppedTs ?? now);
  // A started day is used, so the current millisecond does not count as remaining.
  const left = stopped < startsTs ? endsTs - startsTs : endsTs - stopped - 1;
  return Math.min(days, Math.max(0, days + creditedDays - Math.floor(left / DAY_MS)));
}
