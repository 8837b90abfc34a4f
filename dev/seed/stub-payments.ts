import { join } from "node:path";
import type Stripe from "stripe";
import { openStore } from "../stubs/store";
import { newCharge, newIntent } from "../stubs/stripe/charges";
import { newDispute, type StubDispute } from "../stubs/stripe/disputes";
import type { EventRecord } from "../stubs/stripe/events";
import type { Fields } from "../stubs/stripe/params";
import { completeSession, settle } from "../stubs/stripe/payments";
import { newRefund } from "../stubs/stripe/refunds";
import { createSession, type SessionRecord } from "../stubs/stripe/sessions";
import type { SeedRows } from "./build";

/**
 * Stores the payments of the seed's orders in the Stripe stub, which must not run: so admins can refund them, and the
 * links to Stripe work.
 */
export function storeStubPayments(
  { dataDir, stubsUrl, siteUrl }: { dataDir: string; stubsUrl: string; siteUrl: string },
  rows: SeedRows,
): void {
  const store = openStore(join(dataDir, "stubs", "state.sqlite"));
  const sessions = store.collection<SessionRecord>("sessions");
  const paymentIntents = store.collection<Stripe.PaymentIntent>("payment_intents");
  const charges = store.collection<Stripe.Charge>("charges");
  const disputes = store.collection<StubDispute>("disputes");
  const refunds = store.collection<Stripe.Refund>("refunds");
  const events = store.collection<EventRecord>("events");
  const titles = new Map(rows.listings.map(({ id, title }) => [id, title]));
  const at = (ts: number) => ({
    seconds: () => Math.floor(ts / 1000),
    origin: stubsUrl,
    sessions,
    paymentIntents,
    charges,
  });

  for (const order of rows.orders) {
    const { id: orderId, paidTs, paymentIntentId, checkoutSessionId } = order;
    if (!paidTs || !paymentIntentId || !checkoutSessionId) continue;
    const title = titles.get(order.listingId ?? "") ?? order.package;
    createSession(at(order.createdTs), toParams(order, title, siteUrl), checkoutSessionId);
    const record = sessions.get(checkoutSessionId) as SessionRecord;
    const stubs = at(paidTs);
    const started = newIntent(stubs, record, paymentIntentId);
    const { intent, charge } = settle(stubs, started, newCharge(stubs, started), "succeeded");
    completeSession(stubs, record, intent, "paid");
    charges.put({ ...charge, disputed: order.state === "disputed" });
    for (const { id, createdTs, dueTs, reason } of rows.disputes.filter((row) => row.orderId === orderId)) {
      const dispute = newDispute(at(createdTs), charge, false);
      const evidence_details = { ...dispute.evidence_details, due_by: Math.floor((dueTs ?? 0) / 1000) };
      disputes.put({ ...dispute, id, reason, evidence_details });
    }
    for (const { id, amount, stripeRefundId, createdTs } of rows.refunds.filter(
      (row) => row.orderId === orderId,
    )) {
      const metadata = { order_id: orderId, refund_id: id };
      refunds.put({
        ...newRefund(at(createdTs), charge, { amount, metadata }),
        id: stripeRefundId ?? "",
        status: "failed",
        failure_reason: "expired_or_canceled_card",
      });
    }
  }
  for (const { id, payload } of rows.paymentEvents)
    events.put({ id, event: JSON.parse(payload), delivered: true, attempts: [], nextAttemptAt: null });
  store.close();
}

const toParams = ({ id, amount }: SeedRows["orders"][number], name: string, siteUrl: string): Fields => ({
  mode: "payment",
  client_reference_id: id,
  payment_intent_data: { metadata: { order_id: id } },
  line_items: {
    0: {
      quantity: "1",
      price_data: { currency: "ron", unit_amount: String(amount), product_data: { name } },
    },
  },
  success_url: siteUrl,
});
