import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { noSuch } from "./errors";
import { createPage, newestFirst, pagingReaders, type StripeList } from "./lists";
import type { Payer } from "./payments";
import { isInRange, optional, readFields, readRange, readText } from "./readers";
import type { StripeCall } from "./router";
import type { SessionRecord } from "./sessions";

/** A card, as typed on the hosted page and already checked. */
export type CardDetails = {
  /** Digits only. */
  number: string;
  expMonth: number;
  expYear: number;
};

/**
 * Reasons for which a bank declines a card, with Stripe's error code and message.
 * https://docs.stripe.com/declines/codes
 */
export const DECLINES = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  lost_card: { code: "card_declined", message: "Your card was declined." },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
} as const;
export type Decline = keyof typeof DECLINES;

export function paymentError(decline: Decline): Stripe.PaymentIntent.LastPaymentError {
  const { code, message } = DECLINES[decline];
  return {
    code,
    decline_code: decline,
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`,
    message,
    type: "card_error",
  };
}

export function newIntent(
  stubs: Pick<Stubs, "seconds">,
  { session, intentData }: SessionRecord,
): Stripe.PaymentIntent {
  const id = newStripeId("paymentIntent");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${newStripeId("secret")}`,
    confirmation_method: "automatic",
    created: stubs.seconds(),
    currency: session.currency ?? "",
    customer: null,
    customer_account: null,
    description: intentData.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: intentData.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: intentData.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: intentData.statement_descriptor ?? null,
    statement_descriptor_suffix: intentData.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: intentData.transfer_group ?? null,
  };
}

export function newCharge(
  stubs: Pick<Stubs, "seconds">,
  intent: Stripe.PaymentIntent,
  payer: Payer,
  details: Stripe.Charge.PaymentMethodDetails,
  status: "succeeded" | "pending" | "failed",
  failure: (typeof DECLINES)[Decline],
): Stripe.Charge {
  const id = newStripeId("charge");
  const succeeded = status === "succeeded";
  const failed = status === "failed";
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeded ? newStripeId("transaction") : null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor: intent.statement_descriptor ?? "CATEDRA",
    captured: succeeded,
    created: stubs.seconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failed ? failure.code : null,
    failure_message: failed ? failure.message : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? "declined_by_network" : "approved_by_network",
      reason: failed ? failure.code : null,
      risk_level: "normal",
      seller_message: failed
        ? "The bank did not return any further details with this decline."
        : "Payment complete.",
      type: failed ? "issuer_declined" : "authorized",
    },
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: newStripeId("paymentMethod"),
    payment_method_details: details,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

export function cardMethod({ number, expMonth, expYear }: CardDetails): Stripe.Charge.PaymentMethodDetails {
  return {
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: brand(number),
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "RO",
      electronic_commerce_indicator: null,
      exp_month: expMonth,
      exp_year: expYear,
      funding: "credit",
      installments: null,
      last4: number.slice(-4),
      mandate: null,
      network: brand(number),
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: "card",
  };
}

/** A bank transfer, the simplest payment method with delayed confirmation. */
export function laterMethod(): Stripe.Charge.PaymentMethodDetails {
  return { customer_balance: {}, type: "customer_balance" };
}

function brand(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  return "unknown";
}

export function retrieveCharge(stubs: Stubs, call: StripeCall): Stripe.Charge {
  readFields({})(call.params, "");
  const charge = stubs.charges.get(call.id);
  if (!charge) throw noSuch("charge", call.id);
  return charge;
}

export function retrieveIntent(stubs: Stubs, call: StripeCall): Stripe.PaymentIntent {
  readFields({ client_secret: optional(readText()) })(call.params, "");
  const intent = stubs.paymentIntents.get(call.id);
  if (!intent) throw noSuch("payment_intent", call.id);
  return intent;
}

const readListParams = readFields({
  ...pagingReaders,
  created: optional(readRange),
  payment_intent: optional(readText()),
});

export function listCharges(stubs: Stubs, call: StripeCall): StripeList<Stripe.Charge> {
  const params = readListParams(call.params, "");
  const matching = newestFirst(stubs.charges.all()).filter(
    (charge) =>
      isInRange(charge.created, params.created) &&
      (params.payment_intent === undefined || charge.payment_intent === params.payment_intent),
  );
  return createPage(matching, params, "/v1/charges", "charge");
}
