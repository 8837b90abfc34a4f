import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { findDisputes, isWithdrawn } from "./disputes";
import { invalidRequest, noSuch } from "./errors";
import { emit, type StripeRequest } from "./events";
import { createPage, newestFirst, pagingReaders, type StripeList } from "./lists";
import {
  isInRange,
  optional,
  readChoice,
  readFields,
  readInteger,
  readMetadata,
  readRange,
  readText,
} from "./readers";
import type { StripeCall } from "./router";

const readCreateParams = readFields({
  amount: optional(readInteger(1)),
  charge: optional(readText()),
  metadata: optional(readMetadata),
  payment_intent: optional(readText()),
  reason: optional(readChoice("duplicate", "fraudulent", "requested_by_customer")),
});

export function createRefund(stubs: Stubs, call: StripeCall): Stripe.Refund {
  const params = readCreateParams(call.params, "");
  const charge = findRefundableCharge(stubs, params.charge, params.payment_intent);
  return refundCharge(stubs, charge, params, call.request);
}

/**
 * Refunds `params.amount`, or the rest of the charge. `request` is null for a refund made in Stripe's dashboard.
 * @throws StripeError when the rest is smaller, or when the charge was charged back
 */
export function refundCharge(
  stubs: Stubs,
  charge: Stripe.Charge,
  params: Pick<ReturnType<typeof readCreateParams>, "amount" | "metadata" | "reason">,
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
    const formatAmount = (bani: number) => `${(bani / 100).toFixed(2)} ${charge.currency}`;
    throw invalidRequest(
      `Refund amount (${formatAmount(amount)}) is greater than unrefunded amount on charge (${formatAmount(refundable)})`,
      { param: "amount", hasStarted: true },
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

export function newRefund(
  stubs: Pick<Stubs, "seconds">,
  charge: Stripe.Charge,
  {
    amount,
    metadata,
    reason,
  }: Pick<Stripe.Refund, "amount"> & Pick<ReturnType<typeof readCreateParams>, "metadata" | "reason">,
): Stripe.Refund {
  return {
    id: newStripeId("refund"),
    object: "refund",
    amount,
    balance_transaction: newStripeId("transaction"),
    charge: charge.id,
    created: stubs.seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

/** Fails a refund that the buyer's bank could not accept: the amount returns to the merchant. */
export function failRefund(stubs: Stubs, refund: Stripe.Refund): void {
  const charge = stubs.charges.get(String(refund.charge));
  if (refund.status !== "succeeded" || !charge) return;
  const failed: Stripe.Refund = {
    ...refund,
    status: "failed",
    failure_balance_transaction: newStripeId("transaction"),
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

function findRefundableCharge(
  stubs: Stubs,
  chargeId: string | undefined,
  intentId: string | undefined,
): Stripe.Charge {
  if (chargeId !== undefined) {
    const charge = stubs.charges.get(chargeId);
    if (!charge || (intentId !== undefined && charge.payment_intent !== intentId)) {
      throw noSuch("charge", chargeId, "charge");
    }
    if (charge.status !== "succeeded")
      throw invalidRequest(`Charge ${chargeId} has not succeeded.`, { param: "charge" });
    return charge;
  }
  if (intentId === undefined) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
      {
        code: "parameter_missing",
        param: "payment_intent",
      },
    );
  }
  const intent = stubs.paymentIntents.get(intentId);
  if (!intent) throw noSuch("payment_intent", intentId, "payment_intent");
  const charge = stubs.charges.get(String(intent.latest_charge));
  if (charge?.status !== "succeeded") {
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: "payment_intent_unexpected_state",
      param: "payment_intent",
    });
  }
  return charge;
}

export function retrieveRefund(stubs: Stubs, call: StripeCall): Stripe.Refund {
  readFields({})(call.params, "");
  const refund = stubs.refunds.get(call.id);
  if (!refund) throw noSuch("refund", call.id);
  return refund;
}

const readListParams = readFields({
  ...pagingReaders,
  charge: optional(readText()),
  created: optional(readRange),
  payment_intent: optional(readText()),
});

export function listRefunds(stubs: Stubs, call: StripeCall): StripeList<Stripe.Refund> {
  const params = readListParams(call.params, "");
  const matching = newestFirst(stubs.refunds.all()).filter(
    (refund) =>
      isInRange(refund.created, params.created) &&
      (params.charge === undefined || refund.charge === params.charge) &&
      (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
  );
  return createPage(matching, params, "/v1/refunds", "refund");
}
