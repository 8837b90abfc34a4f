import type Stripe from "stripe";
import type { Stubs } from "./context";
import { findDisputes } from "./stripe/disputes";

/** The amounts of a payment, in the currency's smallest unit. */
export type LedgerEntry = {
  /** `metadata.order_id` of the payment. */
  order: string | null;
  session: string | null;
  payment_intent: string;
  currency: string;
  /** Charged to the buyer. */
  charged: number;
  /** Refunded successfully. */
  refunded: number;
  /** Withheld by the buyer's bank until a dispute is decided. */
  disputed: number;
  /** Returned to the buyer by a lost dispute. */
  lost: number;
  /** Net amount: charged − refunded − disputed − lost. */
  net: number;
};

/** The amounts of all payments, oldest first, computed from charges, refunds and disputes. */
export function computeLedger(stubs: Stubs): LedgerEntry[] {
  const sessions = new Map(stubs.sessions.all().map(({ session }) => [session.payment_intent, session.id]));
  return stubs.charges
    .all()
    .filter((charge) => charge.status === "succeeded")
    .map((charge) => createEntry(stubs, charge, sessions.get(String(charge.payment_intent)) ?? null));
}

function createEntry(stubs: Stubs, charge: Stripe.Charge, session: string | null): LedgerEntry {
  const refunded = sum(
    stubs.refunds
      .all()
      .filter(({ charge: chargeId, status }) => chargeId === charge.id && status === "succeeded"),
  );
  const disputes = findDisputes(stubs, charge.id);
  const disputed = sum(disputes.filter(({ status }) => status === "needs_response"));
  const lost = sum(disputes.filter(({ status }) => status === "lost"));
  return {
    order: charge.metadata.order_id ?? null,
    session,
    payment_intent: String(charge.payment_intent),
    currency: charge.currency,
    charged: charge.amount_captured,
    refunded,
    disputed,
    lost,
    net: charge.amount_captured - refunded - disputed - lost,
  };
}

const sum = (entries: { amount: number }[]): number =>
  entries.reduce((total, { amount }) => total + amount, 0);
