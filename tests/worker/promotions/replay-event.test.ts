import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, paymentEvents } from "@/db/schema";
import { reconcileEvents, replayEvent } from "@/features/promotions";
import { keepFailure, receivedEvent } from "@/features/promotions/inbox";
import { db } from "../../helpers/app";
import { makeAdmin } from "../../helpers/factories";
import {
  contextOf,
  eventRow,
  jobContext,
  ordersOf,
  promotionsOf,
  scene,
} from "../../helpers/promotion-scene";

/** A payment whose event was kept as one of an unknown order, since that was not there yet. */
async function misplaced() {
  const own = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await own.order();
  const [row] = await ordersOf(own.id);
  if (!row) throw new Error("no order was made");
  // Without its terms in the session the order can't be rebuilt.
  const session = Object.assign(own.stripe.pay(), { metadata: { order_id: row.id } });
  const event = own.stripe.event("checkout.session.completed", session);
  await db.delete(orders).where(eq(orders.id, row.id));
  await own.stripe.send(event);
  await db.insert(orders).values(row);
  const admin = await makeAdmin(own.app);
  return { ...own, event, admin, replay: () => replayEvent(contextOf(own, admin, "a"), event.id) };
}

test("an event of an unknown order is settled by its replay once the order is known, and its row says so", async () => {
  const { id, event, replay } = await misplaced();
  expect(await eventRow(event.id)).toMatchObject({ outcome: "unknown_order" });
  const answers = await Promise.all([replay(), replay()]);
  expect(answers.map((one) => one.ok)).toEqual([true, true]);
  expect(await eventRow(event.id)).toMatchObject({
    outcome: "applied",
    orderId: (await ordersOf(id))[0]?.id,
    detail: "",
  });
  expect(await promotionsOf(id)).toHaveLength(1);
  // Once more changes nothing, and what became of it stands.
  expect(await replay()).toMatchObject({ ok: true, value: { outcome: "ignored" } });
  expect(await eventRow(event.id)).toMatchObject({ outcome: "applied" });
});

test("an event that Stripe has forgotten is replayed from what was kept of it; of an erased buyer nothing is", async () => {
  const { stripe, id, event, replay } = await misplaced();
  stripe.events.length = 0;
  const [kept] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, event.id));
  await db
    .update(paymentEvents)
    .set({ payload: '{"data":{"object":{"id":"cs"}}}' })
    .where(eq(paymentEvents.id, event.id));
  expect(await replay()).toMatchObject({ refusal: { code: "conflict", reason: "event_gone" } });
  await db
    .update(paymentEvents)
    .set({ payload: kept?.payload ?? "" })
    .where(eq(paymentEvents.id, event.id));
  expect(await replay()).toMatchObject({ ok: true, value: { outcome: "applied" } });
  expect(await promotionsOf(id)).toHaveLength(1);
});

test("a replay is an admin's, of an event that is there, while Stripe can be asked", async () => {
  const own = await misplaced();
  const { stripe, teacher, admin, event, replay } = own;
  await expect(replayEvent(contextOf(own, teacher, "t"), event.id)).rejects.toThrow("admins_only");
  expect(await replayEvent(contextOf(own, admin, "a"), "evt_none")).toMatchObject({
    refusal: { code: "not_found" },
  });
  stripe.state.down = true;
  expect(await replay()).toMatchObject({ refusal: { code: "unavailable" } });
  expect(await eventRow(event.id)).toMatchObject({ outcome: "unknown_order" });
});

test("a replay that fails says so and keeps the error; the job takes the event again", async () => {
  const own = await misplaced();
  const { app, stripe, id } = own;
  await db.update(orders).set({ state: "fulfilled" }).where(eq(orders.listingId, id));
  const charge = { ...stripe.charge(stripe.last(), 500), payment_intent: "pi_unknown", metadata: {} };
  const event = stripe.event("charge.refunded", charge);
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  expect((await stripe.send(event)).status).toBe(500);
  complaints.mockClear();
  expect(await eventRow(event.id)).toMatchObject({ outcome: "failed" });
  const admin = contextOf(own, own.admin, "a");
  expect(await replayEvent(admin, event.id)).toMatchObject({ ok: true, value: { outcome: "failed" } });
  // The payment is known at Stripe by now.
  stripe.intents.set("pi_unknown", {
    id: "pi_unknown",
    object: "payment_intent",
    status: "succeeded",
    metadata: { order_id: "nobody" },
  });
  app.clock.now += 1000;
  await reconcileEvents(jobContext(own));
  expect(await eventRow(event.id)).toMatchObject({ outcome: "unknown_order" });
});

test("an error is kept without the keys and addresses in it", async () => {
  const own = await misplaced();
  const event = { ...receivedEvent(own.event, "{}"), id: "evt_told" };
  const told = new Error("query failed", {
    cause: new Error("Invalid API Key sk_test_abc123 for ana@example.com"),
  });
  await keepFailure(jobContext(own), event, null, told);
  expect((await eventRow("evt_told"))?.detail).toBe("Error: Invalid API Key … for …");
});

test("an event that turns out to be about an erased buyer's order keeps nothing of them when it comes again", async () => {
  const { id, event, replay } = await misplaced();
  await db.update(orders).set({ buyerId: null }).where(eq(orders.listingId, id));
  expect((await eventRow(event.id))?.payload).toContain("client_reference_id");
  await replay();
  const row = await eventRow(event.id);
  expect(row?.orderId).toBe((await ordersOf(id))[0]?.id);
  expect(JSON.parse(row?.payload ?? "")).toEqual({
    data: { object: { id: expect.any(String), status: "complete" } },
  });
});
