import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import {
  type CardDetails,
  cardMethod,
  DECLINES,
  type Decline,
  laterMethod,
  newCharge,
  newIntent,
  paymentError,
} from "./charges";
import { customerDetails } from "./create-checkout-session";
import { emit, type StripeRequest } from "./events";
import type { SessionRecord } from "./sessions";

/** Who pays, as typed on the hosted page. */
export type Payer = {
  email: string | null;
  name: string | null;
};

/** Captures the full amount immediately; the session is complete and paid. */
export function payByCard(stubs: Stubs, record: SessionRecord, payer: Payer, card: CardDetails): void {
  const { intent, charge } = attemptPayment(stubs, record, payer, cardMethod(card), "succeeded");
  const session = complete(stubs, record, payer, intent, "paid");
  emit(stubs, "checkout.session.completed", session);
  emit(stubs, "payment_intent.succeeded", intent);
  emit(stubs, "charge.succeeded", charge);
}

/** The bank says no; the session stays open and another try may follow. */
export function declineCard(
  stubs: Stubs,
  record: SessionRecord,
  payer: Payer,
  card: CardDetails,
  code: Decline,
): void {
  const { intent, charge } = attemptPayment(stubs, record, payer, cardMethod(card), "failed", code);
  stubs.sessions.put({ ...record, session: { ...record.session, payment_intent: intent.id } });
  emit(stubs, "charge.failed", charge);
  emit(stubs, "payment_intent.payment_failed", intent);
}

/** A delayed method, such as a bank transfer: the session is complete, the money is still on its way. */
export function payLater(stubs: Stubs, record: SessionRecord, payer: Payer): void {
  const { intent, charge } = attemptPayment(stubs, record, payer, laterMethod(), "pending");
  const session = complete(stubs, record, payer, intent, "unpaid");
  emit(stubs, "checkout.session.completed", session);
  emit(stubs, "payment_intent.processing", intent);
  emit(stubs, "charge.pending", charge);
}

/** Whether the session's payment is processing, so that `completePayment` may decide it. */
export function isProcessing(stubs: Stubs, { session }: SessionRecord): boolean {
  return findPaymentIntent(stubs, session)?.status === "processing";
}

/** The delayed payment arrives or fails. */
export function completePayment(stubs: Stubs, record: SessionRecord, arrived: boolean): void {
  const before = findPaymentIntent(stubs, record.session);
  const pending = stubs.charges.get(String(before?.latest_charge));
  if (before?.status !== "processing" || !pending) throw new Error(`${record.id} has no payment on its way`);

  const error = paymentError("generic_decline");
  const charge: Stripe.Charge = arrived
    ? {
        ...pending,
        paid: true,
        captured: true,
        amount_captured: pending.amount,
        balance_transaction: newStripeId("transaction"),
        status: "succeeded",
      }
    : {
        ...pending,
        status: "failed",
        failure_code: error.code ?? null,
        failure_message: error.message ?? null,
      };
  const intent: Stripe.PaymentIntent = arrived
    ? { ...before, status: "succeeded", amount_received: before.amount }
    : { ...before, status: "requires_payment_method", last_payment_error: error, payment_method: null };
  const session: Stripe.Checkout.Session = { ...record.session, payment_status: arrived ? "paid" : "unpaid" };
  stubs.charges.put(charge);
  stubs.paymentIntents.put(intent);
  stubs.sessions.put({ ...record, session });

  emit(
    stubs,
    arrived ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
    session,
  );
  emit(stubs, arrived ? "payment_intent.succeeded" : "payment_intent.payment_failed", intent);
  emit(stubs, arrived ? "charge.succeeded" : "charge.failed", charge);
}

/** Ends an open session, and the payment that was tried in it. Returns the new record. */
export function expireSession(
  stubs: Stubs,
  record: SessionRecord,
  request: StripeRequest = null,
): SessionRecord {
  const expired: SessionRecord = { ...record, session: { ...record.session, status: "expired", url: null } };
  stubs.sessions.put(expired);
  const tried = findPaymentIntent(stubs, record.session);
  if (tried) {
    stubs.paymentIntents.put({
      ...tried,
      status: "canceled",
      canceled_at: stubs.seconds(),
      cancellation_reason: "automatic",
    });
  }
  emit(stubs, "checkout.session.expired", expired.session, request);
  return expired;
}

/** Expires every open session whose time is over. */
export function expireDueSessions(stubs: Stubs): void {
  for (const record of stubs.sessions.all()) {
    if (record.session.status === "open" && record.session.expires_at <= stubs.seconds())
      expireSession(stubs, record);
  }
}

/** The payment intent of an earlier attempt in the session, if any. */
export function findPaymentIntent(
  stubs: Stubs,
  session: Stripe.Checkout.Session,
): Stripe.PaymentIntent | undefined {
  return typeof session.payment_intent === "string"
    ? stubs.paymentIntents.get(session.payment_intent)
    : undefined;
}

/** Charges the session's amount once, on the payment intent of an earlier attempt or on a new one. */
function attemptPayment(
  stubs: Stubs,
  record: SessionRecord,
  payer: Payer,
  details: Stripe.Charge.PaymentMethodDetails,
  outcome: "succeeded" | "pending" | "failed",
  decline: Decline = "generic_decline",
): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const previous = findPaymentIntent(stubs, record.session) ?? newIntent(stubs, record);
  const charge = newCharge(stubs, previous, payer, details, outcome, DECLINES[decline]);
  const status = {
    succeeded: "succeeded",
    pending: "processing",
    failed: "requires_payment_method",
  } as const;
  const intent: Stripe.PaymentIntent = {
    ...previous,
    amount_received: outcome === "succeeded" ? previous.amount : 0,
    last_payment_error: outcome === "failed" ? { ...paymentError(decline), charge: charge.id } : null,
    latest_charge: charge.id,
    payment_method: outcome === "failed" ? null : charge.payment_method,
    status: status[outcome],
  };
  stubs.charges.put(charge);
  stubs.paymentIntents.put(intent);
  return { intent, charge };
}

function complete(
  stubs: Stubs,
  record: SessionRecord,
  payer: Payer,
  intent: Stripe.PaymentIntent,
  paymentStatus: "paid" | "unpaid",
): Stripe.Checkout.Session {
  const session: Stripe.Checkout.Session = {
    ...record.session,
    customer_details: customerDetails(payer.email, payer.name),
    payment_intent: intent.id,
    payment_status: paymentStatus,
    status: "complete",
    url: null,
  };
  stubs.sessions.put({ ...record, session });
  return session;
}
