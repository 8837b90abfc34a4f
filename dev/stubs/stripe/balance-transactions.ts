import type Stripe from "stripe";
import type { Stubs } from "../context";

/** Stripe's price for cards of the European Economic Area: 1.5 % and 1 leu. https://stripe.com/en-ro/pricing */
const computeFee = (amount: number): number => Math.round(amount * 0.015) + 100;

/** The balance transaction of a charge, computed from it. */
export function findBalanceTransaction(stubs: Stubs, id: string): Stripe.BalanceTransaction | undefined {
  const charge = stubs.charges.all().find(({ balance_transaction }) => balance_transaction === id);
  if (!charge) return undefined;
  const { amount, currency, created, description } = charge;
  const fee = computeFee(amount);
  return {
    id,
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: "Stripe processing fees", type: "stripe_fee" },
    ],
    net: amount - fee,
    reporting_category: "charge",
    source: charge.id,
    status: "available",
    type: "charge",
  };
}
