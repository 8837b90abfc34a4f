import type Stripe from "stripe";
import * as z from "zod/mini";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { findDisputes, isWithdrawn } from "./disputes";
import { invalidRequest, noSuch } from "./errors";
import { emit, type StripeRequest } from "./events";
import { integer, metadataParam, readParams, text } from "./params";
import type { StripeCall } from "./router";

const createParams = z.strictObject({
  amount: z.optional(integer(1)),
  metadata: z.optional(metadataParam),
  payment_intent: text(),
  reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer"])),
});
type RefundParams = Omit<z.output<typeof createParams>, "payment_intent">;

export function createRefund(stubs: Stubs, { params, request }: StripeCall): Stripe.Refund {
  const { payment_intent, ...wanted } = readParams(createParams, params);
  const intent = stubs.paymentIntents.get(payment_intent);
  if (!intent) throw noSuch("payment_intent", payment_intent, "payment_intent");
  const charge = stubs.charges.get(String(intent.latest_charge));
  if (charge?.status !== "succeeded") {
    throw invalidRequest("This PaymentIntent does not have a successful charge to refund.", {
      code: "payment_intent_unexpected_state",
    });
  }
  return refundCharge(stubs, charge, wanted, request);
}

/**
 * Refunds `params.amount`, or the rest of the charge. `request` is null for a refund made in Stripe's dashboard.
 * @throws StripeError when the rest is smaller, or when the charge was charged back
 */
export function refundCharge(
  stubs: Stubs,
  charge: Stripe.Charge,
  params: RefundParams,
  request: StripeRequest,
): Stripe.Refund {
  if (findDisputes(stubs, charge.id).some(isWithdrawn)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
      hasStarted: true,
    });
  }
  const refundable = charge.amount_captured - charge.amount_refunded;
  if (refundable === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
      hasStarted: true,
    });
  }
  const amount = params.amount ?? refundable;
  if (amount > refundable) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`,
      {
        param: "amount",
        hasStarted: true,
      },
    );
  }

  const refund = newRefund(stubs, charge, { ...params, amount });
  const refunded = charge.amount_refunded + amount;
  const updatedCharge: Stripe.Charge = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  };
  stubs.refunds.put(refund);
  stubs.charges.put(updatedCharge);
  emit(stubs, "refund.created", refund, request);
  emit(stubs, "charge.refunded", updatedCharge, request, {
    amount_refunded: charge.amount_refunded,
    ...(updatedCharge.refunded && { refunded: false }),
  });
  return refund;
}

export const newRefund = (
  stubs: Pick<Stubs, "seconds">,
  charge: Stripe.Charge,
  { amount, metadata, reason }: RefundParams,
): Stripe.Refund =>
  ({
    id: newStripeId("refund"),
    object: "refund",
    amount,
    charge: charge.id,
    created: stubs.seconds(),
    currency: charge.currency,
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: reason ?? null,
    status: "succeeded",
  }) as Stripe.Refund;

/** Fails a refund that the buyer's bank could not accept: the amount returns to the merchant. */
export function failRefund(stubs: Stubs, refund: Stripe.Refund): void {
  const charge = stubs.charges.get(String(refund.charge));
  if (refund.status !== "succeeded" || !charge) return;
  const failed: Stripe.Refund = {
    ...refund,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  };
  stubs.refunds.put(failed);
  stubs.charges.put({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  emit(stubs, "refund.updated", failed, null, { status: refund.status });
  emit(stubs, "refund.failed", failed);
}
