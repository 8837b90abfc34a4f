import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { DECLINE, newCharge, newIntent } from "./charges";
import { emit, type StripeRequest } from "./events";
import type { SessionRecord } from "./sessions";

/** Captures the full amount immediately; the session is complete and paid. */
export function pay(stubs: Stubs, record: SessionRecord): void {
  const { intent, charge } = attemptPayment(stubs, record, "succeeded");
  const session = completeSession(stubs, record, intent, "paid");
  emit(stubs, "checkout.session.completed", session);
  emit(stubs, "payment_intent.succeeded", intent);
  emit(stubs, "charge.succeeded", charge);
}

/** The bank says no; the session stays open and another try may follow. */
export function decline(stubs: Stubs, record: SessionRecord): void {
  const { intent, charge } = attemptPayment(stubs, record, "failed");
  stubs.sessions.put({ ...record, session: { ...record.session, payment_intent: intent.id } });
  emit(stubs, "charge.failed", charge);
  emit(stubs, "payment_intent.payment_failed", intent);
}

/** A delayed method, such as a bank transfer: the session is complete, the money is still on its way. */
export function payLater(stubs: Stubs, record: SessionRecord): void {
  const { intent, charge } = attemptPayment(stubs, record, "pending");
  const session = completeSession(stubs, record, intent, "unpaid");
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
  const { intent, charge } = settle(stubs, before, pending, arrived ? "succeeded" : "failed");
  const session = completeSession(stubs, record, intent, arrived ? "paid" : "unpaid");
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
  if (tried) stubs.paymentIntents.put({ ...tried, status: "canceled" });
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
export const findPaymentIntent = (
  stubs: Stubs,
  session: Stripe.Checkout.Session,
): Stripe.PaymentIntent | undefined => stubs.paymentIntents.get(String(session.payment_intent));

/** Charges the session's amount once, on the payment intent of an earlier attempt or on a new one. */
function attemptPayment(stubs: Stubs, record: SessionRecord, status: Outcome) {
  const intent = findPaymentIntent(stubs, record.session) ?? newIntent(stubs, record);
  return settle(stubs, intent, newCharge(stubs, intent), status);
}

/** The status of the payment intent for each outcome of its charge. */
const INTENT_STATUS = {
  succeeded: "succeeded",
  pending: "processing",
  failed: "requires_payment_method",
} as const;
type Outcome = keyof typeof INTENT_STATUS;

/** Stores a charge with its outcome, and its payment intent. */
export function settle(
  stubs: Pick<Stubs, "charges" | "paymentIntents">,
  before: Stripe.PaymentIntent,
  attempt: Stripe.Charge,
  status: Outcome,
): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const succeeded = status === "succeeded";
  const charge: Stripe.Charge = {
    ...attempt,
    amount_captured: succeeded ? attempt.amount : 0,
    balance_transaction: succeeded ? newStripeId("transaction") : null,
    paid: succeeded,
    status,
  };
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount_received: charge.amount_captured,
    last_payment_error: status === "failed" ? DECLINE : null,
    latest_charge: charge.id,
    status: INTENT_STATUS[status],
  };
  stubs.charges.put(charge);
  stubs.paymentIntents.put(intent);
  return { intent, charge };
}

export function completeSession(
  stubs: Pick<Stubs, "sessions">,
  record: SessionRecord,
  { id }: Stripe.PaymentIntent,
  payment_status: "paid" | "unpaid",
): Stripe.Checkout.Session {
  const session: Stripe.Checkout.Session = {
    ...record.session,
    payment_intent: id,
    payment_status,
    status: "complete",
    url: null,
  };
  stubs.sessions.put({ ...record, session });
  return session;
}
