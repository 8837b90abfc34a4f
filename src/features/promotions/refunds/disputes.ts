import type { Ctx } from "@/context";
import type { Stripe } from "@/platform/stripe";
import { Refused } from "@/shared/errors";
import type { OrderForTransition } from "../orders/queries";

/** The disputes of a payment. */
export type DisputeSummary = {
  /** Whether a dispute is undecided: the bank holds the money until then. */
  open: boolean;
  /** Amount that the bank took permanently, in bani; 0 without a loss. */
  lost: number;
};

type DisputedOrder = Pick<OrderForTransition, "amount" | "currency">;

/** Above the number of disputes of any payment. */
const MAX_DISPUTES_PER_PAYMENT = 100;

/**
 * The disputes of an order's payment as Stripe lists them now: events arrive late and in any order.
 * @throws StripeError when Stripe is unavailable, Refused `unavailable` while its list lacks the dispute
 * `requiredId`
 */
export async function summarizeDisputes(
  ctx: Ctx,
  order: DisputedOrder,
  intentId: string,
  requiredId?: string,
): Promise<DisputeSummary> {
  const stripe = await ctx.payments.stripe();
  const disputes = await stripe.disputes
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: MAX_DISPUTES_PER_PAYMENT });
  if (requiredId && !disputes.some(({ id }) => id === requiredId)) {
    ctx.log.warn("dispute_not_listed", { dispute: requiredId, payment_intent: intentId });
    throw new Refused({ code: "unavailable", reason: "payments_unavailable" });
  }
  const lost = disputes.filter(({ status }) => status === "lost");
  return {
    open: disputes.some((dispute) => !isDecided(dispute) && !dispute.status.startsWith("warning_")),
    lost: Math.min(
      order.amount,
      lost.reduce((sum, dispute) => sum + getDisputedAmount(order, dispute), 0),
    ),
  };
}

/** A prevented dispute took no money. An appeal is undecided, and an inquiry ("warning_…") takes no money. */
const isDecided = ({ status }: Stripe.Dispute): boolean => ["won", "lost", "prevented"].includes(status);

/** A dispute may be about a part of the price. In another currency it counts as the whole price. */
const getDisputedAmount = (order: DisputedOrder, { amount, currency }: Stripe.Dispute): number =>
  currency.toUpperCase() === order.currency ? amount : order.amount;
