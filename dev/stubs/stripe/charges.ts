import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { noSuch } from "./errors";
import type { StripeCall } from "./router";
import type { SessionRecord } from "./sessions";

/** What a declined card leaves on its payment intent. https://docs.stripe.com/declines/codes */
export const DECLINE = {
  code: "card_declined",
  message: "Your card was declined.",
  type: "card_error",
} as Stripe.PaymentIntent.LastPaymentError;

export const newIntent = (
  stubs: Pick<Stubs, "seconds">,
  { session, intentData }: SessionRecord,
  id = newStripeId("paymentIntent"),
): Stripe.PaymentIntent =>
  ({
    id,
    object: "payment_intent",
    amount: session.amount_total,
    amount_received: 0,
    created: stubs.seconds(),
    currency: session.currency,
    description: intentData.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: intentData.metadata ?? {},
    status: "requires_payment_method",
  }) as Stripe.PaymentIntent;

/** A charge that took no money yet. */
export const newCharge = (stubs: Pick<Stubs, "seconds">, intent: Stripe.PaymentIntent): Stripe.Charge =>
  ({
    id: newStripeId("charge"),
    object: "charge",
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    created: stubs.seconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: false,
    payment_intent: intent.id,
    refunded: false,
    status: "pending",
  }) as Stripe.Charge;

export function retrieveIntent(stubs: Stubs, { id }: StripeCall): Stripe.PaymentIntent {
  const intent = stubs.paymentIntents.get(id);
  if (!intent) throw noSuch("payment_intent", id);
  return intent;
}

/** Stripe's price for cards of the European Economic Area: 1.5 % and 1 leu. https://stripe.com/en-ro/pricing */
const computeFee = (amount: number): number => Math.round(amount * 0.015) + 100;

/** The balance transaction of a charge, computed from it. */
function findBalanceTransaction(stubs: Stubs, id: string): Stripe.BalanceTransaction | undefined {
  const charge = stubs.charges.all().find(({ balance_transaction }) => balance_transaction === id);
  if (!charge) return undefined;
  const { amount, currency, created } = charge;
  const fee = computeFee(amount);
  const net = amount - fee;
  return {
    id,
    object: "balance_transaction",
    amount,
    created,
    currency,
    fee,
    net,
    source: charge.id,
    type: "charge",
  } as Stripe.BalanceTransaction;
}

/** The object with the ids along a path, such as `latest_charge.balance_transaction`, replaced by their objects. */
export function expand(stubs: Stubs, object: object, [step, ...rest]: readonly string[]): object {
  if (step === undefined) return object;
  const id = String((object as Record<string, unknown>)[step]);
  const child = stubs.paymentIntents.get(id) ?? stubs.charges.get(id) ?? findBalanceTransaction(stubs, id);
  return { ...object, [step]: child ? expand(stubs, child, rest) : null };
}
