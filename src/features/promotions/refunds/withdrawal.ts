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
  /** Days that an admin gave beyond those that were bought. */
  creditedDays: number;
  immediateStart: boolean;
  paidTs: number | null;
  withdrawnTs: number | null;
  promotion: { startsTs: number; endsTs: number; revokedTs: number | null } | null;
};

/**
 * What withdrawing from an order now would give back, in bani, and until when (ms) its buyer may; null when there is no
 * right to it any more, or nothing left to give back.
 * GEO 34/2014, art. 9: 14 days from the contract, the last of them to its end. Art. 14: of a service that the buyer
 * asked to begin before, what was had is paid for by the day, begun days included; without having asked, nothing is.
 * Days that were given are had last, and are worth no money.
 * Art. 16: of a service that was rendered in full there is no withdrawal.
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
  const kept = order.immediateStart
    ? Math.floor((order.amount * countUsedDays(order, promotion, now)) / order.days)
    : 0;
  const amount = order.amount - kept - order.refundedAmount - order.pendingAmount;
  return amount > 0 ? { amount, until } : null;
}

/**
 * How many of the days that were bought were had, counted from what is left of them: a promotion may have stood still
 * for a time, and what is left of it may be still to come.
 */
function countUsedDays(
  { days, creditedDays }: WithdrawableOrder,
  { startsTs, endsTs, revokedTs }: NonNullable<WithdrawableOrder["promotion"]>,
  now: number,
): number {
  const stopped = Math.min(now, revokedTs ?? now);
  // The day that this very moment begins counts, so the moment itself is gone, too.
  const left = stopped < startsTs ? endsTs - startsTs : endsTs - stopped - 1;
  return Math.min(days, Math.max(0, days + creditedDays - Math.floor(left / DAY_MS)));
}
