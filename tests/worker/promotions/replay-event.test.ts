import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, paymentEvents } from "@/db/schema";
import { reconcileEvents, replayEvent } from "@/features/promotions";
import { saveFailedEvent, toReceivedEvent } from "@/features/promotions/stripe-events/event-inbox";
import { db } from "../../helpers/app";
import { createAdmin } from "../../helpers/factories";
import {
  createJobContext,
  createPromotionFixture,
  createUserContext,
  findPaymentEvent,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

/** A payment whose event was stored with an unknown order, because the order did not exist yet. */
async function misplaced() {
  const fixture = await createPromotionFixture();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await fixture.placeOrder();
  const [row] = await listOrders(fixture.id);
  if (!row) throw new Error("no order was made");
  // Without its terms in the session, the order can't be restored.
  const session = Object.assign(fixture.stripe.pay(), { metadata: { order_id: row.id } });
  const event = fixture.stripe.event("checkout.session.completed", session);
  await db.delete(orders).where(eq(orders.id, row.id));
  await fixture.stripe.send(event);
  await db.insert(orders).values(row);
  const admin = await createAdmin(fixture.app);
  return {
    ...fixture,
    event,
    admin,
    replay: () => replayEvent(createUserContext(fixture, admin, "a"), event.id),
  };
}

test("an event of an unknown order is applied by a replay once the order exists, and its row shows it", async () => {
  const { id, event, replay } = await misplaced();
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "unknown_order" });
  const answers = await Promise.all([replay(), replay()]);
  expect(answers.map((answer) => answer.ok)).toEqual([true, true]);
  expect(await findPaymentEvent(event.id)).toMatchObject({
    outcome: "applied",
    orderId: (await listOrders(id))[0]?.id,
    detail: "",
  });
  expect(await listPromotions(id)).toHaveLength(1);
  // Another replay changes nothing, and the outcome stays.
  expect(await replay()).toMatchObject({ ok: true, value: { outcome: "ignored" } });
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "applied" });
});

test("an event that Stripe no longer has is replayed from its stored copy; erased buyers have none", async () => {
  const { stripe, id, event, replay } = await misplaced();
  stripe.events.clear();
  const [stored] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, event.id));
  await db
    .update(paymentEvents)
    .set({ payload: '{"data":{"object":{"id":"cs"}}}' })
    .where(eq(paymentEvents.id, event.id));
  expect(await replay()).toMatchObject({ refusal: { code: "conflict", reason: "event_gone" } });
  await db
    .update(paymentEvents)
    .set({ payload: stored?.payload ?? "" })
    .where(eq(paymentEvents.id, event.id));
  expect(await replay()).toMatchObject({ ok: true, value: { outcome: "applied" } });
  expect(await listPromotions(id)).toHaveLength(1);
});

test("a replay needs an admin, an existing event and a reachable Stripe", async () => {
  const fixture = await misplaced();
  const { stripe, teacher, admin, event, replay } = fixture;
  await expect(replayEvent(createUserContext(fixture, teacher, "t"), event.id)).rejects.toThrow(
    "admins_only",
  );
  expect(await replayEvent(createUserContext(fixture, admin, "a"), "evt_none")).toMatchObject({
    refusal: { code: "not_found" },
  });
  stripe.state.down = true;
  expect(await replay()).toMatchObject({ refusal: { code: "unavailable" } });
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "unknown_order" });
});

test("a failed replay shows and stores the error; the job retries the event", async () => {
  const fixture = await misplaced();
  const { app, stripe, id } = fixture;
  await db.update(orders).set({ state: "fulfilled" }).where(eq(orders.listingId, id));
  const charge = { ...stripe.charge(stripe.last(), 500), payment_intent: "pi_unknown", metadata: {} };
  const event = stripe.event("charge.refunded", charge);
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  expect((await stripe.send(event)).status).toBe(500);
  complaints.mockClear();
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "failed" });
  const admin = createUserContext(fixture, fixture.admin, "a");
  expect(await replayEvent(admin, event.id)).toMatchObject({ ok: true, value: { outcome: "failed" } });
  // The payment is known at Stripe by now.
  const [intent] = stripe.paymentIntents.all();
  if (intent) stripe.paymentIntents.put({ ...intent, id: "pi_unknown", metadata: { order_id: "unknown" } });
  app.clock.now += 1000;
  await reconcileEvents(createJobContext(fixture));
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "unknown_order" });
});

test("an error is stored without API keys and email addresses", async () => {
  const fixture = await misplaced();
  const event = { ...toReceivedEvent(fixture.event, "{}"), id: "evt_told" };
  const error = new Error("query failed", {
    cause: new Error("Invalid API Key sk_test_abc123 for ana@example.com"),
  });
  await saveFailedEvent(createJobContext(fixture), event, null, error);
  expect((await findPaymentEvent("evt_told"))?.detail).toBe("Error: Invalid API Key … for …");
});

test("an event found to belong to an erased buyer's order is stored without personal data on replay", async () => {
  const { id, event, replay } = await misplaced();
  await db.update(orders).set({ buyerId: null }).where(eq(orders.listingId, id));
  expect((await findPaymentEvent(event.id))?.payload).toContain("client_reference_id");
  await replay();
  const row = await findPaymentEvent(event.id);
  expect(row?.orderId).toBe((await listOrders(id))[0]?.id);
  expect(JSON.parse(row?.payload ?? "")).toEqual({
    data: { object: { id: expect.any(String), status: "complete" } },
  });
});
