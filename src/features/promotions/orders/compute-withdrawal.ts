import type { OrderState } from "@/shared/codes";
import { DAY_MS, type Day, startOfDay } from "@/shared/dates";
import { getWithdrawalEnd } from "../schedule/promotion-start";

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

/** The refund (bani) of a withdrawal, how it is computed, and the last moment to withdraw (ms). */
export type WithdrawalRefund = { amount: number; usedDays: number; charged: number; until: number };

/** Why a buyer cannot withdraw at `now`; null if they can, although nothing may be left to refund. */
export function findWithdrawalObstacle(
  { state, paidTs, withdrawnTs, promotion }: WithdrawableOrder,
  now: number,
): "closed" | "late" | "rendered" | null {
  const isPaid = state === "fulfilled" || state === "partially_refunded";
  if (!isPaid || paidTs === null || withdrawnTs !== null || !promotion) return "closed";
  if (now >= getWithdrawalEnd(paidTs)) return "late";
  // A promotion that stopped before its end was not rendered in full.
  return promotion.endsTs <= Math.min(now, promotion.stoppedTs ?? now) ? "rendered" : null;
}

/**
 * The refund for withdrawing from an order at `now`. Null without a right of withdrawal, or if nothing is left to
 * refund. By GEO 34/2014:
 * - art. 9: buyers may withdraw within 14 days of the contract, until the end of the last day;
 * - art. 14: if the buyer asked for an immediate start, the used days are charged, started days included;
 * - art. 16: there is no withdrawal after the service was rendered in full.
 * Credited days are used last and are free.
 */
export function computeWithdrawal(order: WithdrawableOrder, now: number): WithdrawalRefund | null {
  const { promotion, paidTs } = order;
  if (findWithdrawalObstacle(order, now) || paidTs === null || !promotion) return null;
  const until = getWithdrawalEnd(paidTs) - 1;
  const usedDays = order.immediateStart ? countUsedDays(order, promotion, now) : 0;
  const charged = Math.floor((order.amount * usedDays) / order.days);
  const amount = order.amount - charged - order.refundedAmount - order.pendingAmount;
  return amount > 0 ? { amount, usedDays, charged, until } : null;
}

/**
 * When (ms) a withdrawal counts that was sent on `day`. Its time is unknown, so the day counts from its beginning, in favor
 * of the buyer.
 */
export const toWithdrawalTime = ({ paidTs }: Pick<WithdrawableOrder, "paidTs">, day: Day): number =>
  Math.max(startOfDay(day), paidTs ?? 0);

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
