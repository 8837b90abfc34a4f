import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders } from "@/db/schema";
import { reconcileEvents } from "@/features/promotions";
import { saveFailedEvent, toReceivedEvent } from "@/features/promotions/orders/event-inbox";
import { app, db, expectStatus } from "../../helpers/app";
import {
  createJobContext,
  createPromotionFixture,
  findPaymentEvent,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

/** A payment whose event was stored with an unknown order, because the order did not exist yet. */
async function misplaced() {
  const fixture = await createPromotionFixture();
  await fixture.placeOrder();
  const [row] = await listOrders(fixture.id);
  if (!row) throw new Error("no order was made");
  // Without its terms in the session, the order can't be restored.
  const session = Object.assign(fixture.stripe.pay(), { metadata: { order_id: row.id } });
  const event = fixture.stripe.event("checkout.session.completed", session);
  await db.delete(orders).where(eq(orders.id, row.id));
  await fixture.stripe.send(event);
  await db.insert(orders).values(row);
  return { ...fixture, event };
}

test("an event of an unknown order is applied when Stripe sends it again; the applied outcome is final", async () => {
  const { id, event, stripe } = await misplaced();
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "unknown_order" });
  const applied = { outcome: "applied", orderId: (await listOrders(id))[0]?.id, detail: "" };
  for (let copy = 0; copy < 2; copy++) {
    await stripe.send(event);
    expect(await findPaymentEvent(event.id)).toMatchObject(applied);
  }
  expect(await listPromotions(id)).toHaveLength(1);
});

test("the job processes a failed event again", async () => {
  const fixture = await misplaced();
  const { stripe, id } = fixture;
  await db.update(orders).set({ state: "fulfilled" }).where(eq(orders.listingId, id));
  const charge = { ...stripe.charge(stripe.last(), 500), payment_intent: "pi_unknown", metadata: {} };
  const event = stripe.event("charge.refunded", charge);
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  await expectStatus(stripe.send(event), 500);
  complaints.mockClear();
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "failed" });
  // The payment is known at Stripe by now.
  const [intent] = stripe.paymentIntents.all();
  if (intent) stripe.paymentIntents.put({ ...intent, id: "pi_unknown", metadata: { order_id: "unknown" } });
  app.clock.now += 1000;
  await reconcileEvents(createJobContext());
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "unknown_order" });
});

test("an error is stored without API keys and email addresses", async () => {
  const fixture = await misplaced();
  const event = { ...toReceivedEvent(fixture.event, "{}"), id: "evt_told" };
  const error = new Error("query failed", {
    cause: new Error("Invalid API Key sk_test_abc123 for ana@example.com"),
  });
  await saveFailedEvent(createJobContext(), event, null, error);
  expect((await findPaymentEvent("evt_told"))?.detail).toBe("Error: Invalid API Key … for …");
});

test("an event found to belong to an erased buyer's order loses its personal data", async () => {
  const { id, event, stripe } = await misplaced();
  await db.update(orders).set({ buyerId: null }).where(eq(orders.listingId, id));
  expect((await findPaymentEvent(event.id))?.payload).toContain("client_reference_id");
  await stripe.send(event);
  const row = await findPaymentEvent(event.id);
  expect(row?.orderId).toBe((await listOrders(id))[0]?.id);
  expect(JSON.parse(row?.payload ?? "")).toEqual({
    data: { object: { id: expect.any(String), status: "complete", failure_reason: null } },
  });
});
