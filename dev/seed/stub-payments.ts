import { join } from "node:path";
import type Stripe from "stripe";
import { openStore } from "../stubs/store";
import { cardMethod, DECLINES, newCharge, newIntent } from "../stubs/stripe/charges";
import { customerDetails, handleCreateSession } from "../stubs/stripe/create-checkout-session";
import { newDispute, type StubDispute } from "../stubs/stripe/disputes";
import type { EventRecord } from "../stubs/stripe/events";
import type { Fields } from "../stubs/stripe/params";
import { newRefund } from "../stubs/stripe/refunds";
import type { SessionRecord } from "../stubs/stripe/sessions";
import type { SeedRows } from "./build";

const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2034 };

/**
 * Stores the payments of the seed's orders in the Stripe stub, which must not run: so admins can refund them, and the
 * links to Stripe work.
 */
export async function storeStubPayments(
  { dataDir, stubsUrl, siteUrl }: { dataDir: string; stubsUrl: string; siteUrl: string },
  rows: SeedRows,
): Promise<void> {
  const store = await openStore(join(dataDir, "stubs", "journal.jsonl"));
  const sessions = store.collection<SessionRecord>("sessions");
  const paymentIntents = store.collection<Stripe.PaymentIntent>("payment_intents");
  const charges = store.collection<Stripe.Charge>("charges");
  const emails = new Map(rows.users.map(({ id, email }) => [id, email]));
  const titles = new Map(rows.listings.map(({ id, title }) => [id, title]));
  const events = store.collection<EventRecord>("events");

  for (const order of rows.orders) {
    const { paidTs, paymentIntentId, checkoutSessionId } = order;
    if (!paidTs || !paymentIntentId || !checkoutSessionId) continue;
    const created: SessionRecord[] = [];
    const clock = (ts: number) => ({ seconds: () => Math.floor(ts / 1000) });
    const email = emails.get(order.buyerId ?? "") ?? null;
    const session = handleCreateSession(
      {
        ...clock(order.createdTs),
        origin: stubsUrl,
        sessions: { put: (record) => created.push(record), get: () => undefined, all: () => [] },
      },
      {
        params: {
          mode: "payment",
          client_reference_id: order.id,
          payment_intent_data: { metadata: { order_id: order.id } },
          line_items: toLineItems(order, titles.get(order.listingId ?? "") ?? order.package),
          success_url: siteUrl,
        },
      },
    );
    const [record] = created;
    if (!record) throw new Error(`no session for the order ${order.id}`);
    const intent = { ...newIntent(clock(paidTs), record), id: paymentIntentId };
    const charge: Stripe.Charge = {
      ...newCharge(
        clock(paidTs),
        intent,
        { email, name: null },
        cardMethod(CARD),
        "succeeded",
        DECLINES.generic_decline,
      ),
      disputed: order.state === "disputed",
    };
    sessions.put({
      ...record,
      id: checkoutSessionId,
      session: {
        ...session,
        id: checkoutSessionId,
        customer_details: customerDetails(email, null),
        payment_intent: intent.id,
        payment_status: "paid",
        status: "complete",
        url: null,
      },
    });
    paymentIntents.put({
      ...intent,
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: charge.payment_method,
      status: "succeeded",
    });
    charges.put(charge);
    for (const { id, createdTs, dueTs, reason } of rows.disputes.filter(
      ({ orderId }) => orderId === order.id,
    )) {
      const dispute = newDispute(clock(createdTs), charge, false);
      store.collection<StubDispute>("disputes").put({
        ...dispute,
        id,
        reason,
        evidence_details: { ...dispute.evidence_details, due_by: Math.floor((dueTs ?? 0) / 1000) },
      });
    }
    for (const { id, amount, stripeRefundId, createdTs } of rows.refunds.filter(
      ({ orderId }) => orderId === order.id,
    )) {
      store.collection<Stripe.Refund>("refunds").put({
        ...newRefund(clock(createdTs), charge, { amount, metadata: { order_id: order.id, refund_id: id } }),
        id: stripeRefundId ?? "",
        status: "failed",
        failure_reason: "expired_or_canceled_card",
      });
    }
  }
  for (const { id, payload } of rows.paymentEvents)
    events.put({ id, event: JSON.parse(payload), delivered: true, attempts: [], nextAttemptAt: null });
  await store.saved();
}

const toLineItems = ({ amount }: SeedRows["orders"][number], name: string): Fields => ({
  0: {
    quantity: "1",
    price_data: { currency: "ron", unit_amount: String(amount), product_data: { name } },
  },
});
