import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { emit } from "./events";

/**
 * A dispute as it is sent and stored. The stub takes no evidence from the merchant: a developer decides how a dispute
 * ends.
 */
export type StubDispute = Omit<Stripe.Dispute, "evidence" | "balance_transactions">;

/** Stripe's deadline depends on the bank: 7 to 21 days. */
const DAYS_TO_ANSWER = 9;

/** Whether the buyer's bank still has to decide. */
export const isUndecided = ({ status }: StubDispute): boolean =>
  status === "needs_response" || status === "warning_needs_response";

/** Whether the money of a dispute is with the buyer's bank: while it is open and after it was lost. */
export const isWithdrawn = ({ status }: StubDispute): boolean =>
  status === "needs_response" || status === "lost";

/** In bani, for each dispute; returned with the money. */
export const DISPUTE_FEE = 7500;

/** A dispute with its balance transactions, computed from it. */
export const toListedDispute = (dispute: StubDispute) => ({
  ...dispute,
  balance_transactions: (isWithdrawn(dispute) ? [-1] : dispute.status === "won" ? [-1, 1] : []).map(
    (sign) => ({
      amount: sign * dispute.amount,
      currency: dispute.currency,
      fee: -sign * DISPUTE_FEE,
    }),
  ),
});

/** Whether the charge can be disputed: it took money, was not refunded and has no dispute. */
export const canBeDisputed = (stubs: Stubs, charge: Stripe.Charge): boolean =>
  charge.status === "succeeded" &&
  !charge.refunded &&
  !findDisputes(stubs, charge.id).some((dispute) => isUndecided(dispute) || dispute.status === "lost");

export const findDisputes = (stubs: Stubs, chargeId: string): StubDispute[] =>
  stubs.disputes.all().filter((dispute) => dispute.charge === chargeId);

/**
 * The buyer disputes the charge at the bank. Its unrefunded amount is withdrawn from the merchant until the bank
 * decides. An inquiry ("warning_…") withdraws nothing. https://docs.stripe.com/disputes/how-disputes-work
 */
export function openDispute(stubs: Stubs, charge: Stripe.Charge, inquiry: boolean): void {
  const dispute = newDispute(stubs, charge, inquiry);
  stubs.disputes.put(dispute);
  stubs.charges.put({ ...charge, disputed: true });
  emit(stubs, "charge.dispute.created", dispute);
  if (!inquiry) emit(stubs, "charge.dispute.funds_withdrawn", dispute);
}

export function newDispute(
  stubs: Pick<Stubs, "seconds">,
  charge: Stripe.Charge,
  inquiry: boolean,
): StubDispute {
  return {
    id: newStripeId("dispute"),
    object: "dispute",
    amount: charge.amount_captured - charge.amount_refunded,
    charge: charge.id,
    created: stubs.seconds(),
    currency: charge.currency,
    evidence_details: { due_by: stubs.seconds() + DAYS_TO_ANSWER * 24 * 3600 },
    livemode: false,
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: inquiry ? "warning_needs_response" : "needs_response",
  } as StubDispute;
}

/** The bank decides. A lost inquiry becomes an open dispute; a won inquiry is closed. */
export function decideDispute(stubs: Stubs, dispute: StubDispute, won: boolean): void {
  const inquiry = dispute.status === "warning_needs_response";
  if (inquiry && !won) {
    const escalated: StubDispute = { ...dispute, status: "needs_response" };
    stubs.disputes.put(escalated);
    emit(stubs, "charge.dispute.updated", escalated, null, { status: dispute.status });
    emit(stubs, "charge.dispute.funds_withdrawn", escalated);
    return;
  }
  const closed: StubDispute = { ...dispute, status: inquiry ? "warning_closed" : won ? "won" : "lost" };
  stubs.disputes.put(closed);
  emit(stubs, "charge.dispute.closed", closed);
  if (won && !inquiry) emit(stubs, "charge.dispute.funds_reinstated", closed);
}
