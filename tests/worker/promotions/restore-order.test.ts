import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, invoices, listings, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { reconcileEvents } from "@/features/promotions";
import type { Stripe } from "@/platform/stripe";
import { newId } from "@/shared/ids";
import { app, db, expectStatus } from "../../helpers/app";
import { createTeacher, listRows, templatesTo, updateRow } from "../../helpers/factories";
import {
  createJobContext,
  createPromotionFixture,
  DAY_MS,
  expectOrders,
  expectRefunds,
  findPaymentEvent,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

/** Deletes every row of an order, as a restored database would. */
async function deleteOrder(orderId: string) {
  await db.run(sql`delete from promotion_placements where promotion_id in
    (select id from promotions where order_id = ${orderId})`);
  for (const table of [promotions, invoices, refunds, paymentEvents] as const) {
    await db.delete(table).where(eq(table.orderId, orderId));
  }
  await db.delete(auditLog).where(eq(auditLog.subject, `order:${orderId}`));
  await db.delete(orders).where(eq(orders.id, orderId));
}

/** An order that is paid at Stripe but missing from the database. */
async function createLostOrder(form?: Record<string, string>) {
  const fixture = await createPromotionFixture();
  await fixture.placeOrder(form);
  const session = fixture.stripe.pay();
  const [order] = await listOrders(fixture.id);
  if (!order) throw new Error("no order was created");
  await deleteOrder(order.id);
  const completed = (over: object = {}) =>
    fixture.stripe.event("checkout.session.completed", { ...session, ...over });
  return { ...fixture, session, lostOrder: order, completed };
}

test("POST /webhooks/stripe with parallel copies of a lost payment restores one order", async () => {
  const { stripe, teacher, id, lostOrder, completed } = await createLostOrder();
  const event = completed();
  await Promise.all(Array.from({ length: 6 }, () => stripe.send(event)));
  await stripe.send(completed());
  await expectOrders(id, { id: lostOrder.id, state: "fulfilled", amount: 1900 });
  expect(await listPromotions(id)).toHaveLength(1);
  expect(await listRows(invoices, { orderId: lostOrder.id })).toHaveLength(1);
  expect(await templatesTo(teacher.email)).toEqual(["payment_confirmed"]);
  expect(await listRows(auditLog, { action: "order.restored" })).toContainEqual(
    expect.objectContaining({ subject: `order:${lostOrder.id}` }),
  );
});

test("POST /webhooks/stripe with a refund or dispute of a lost order restores it first", async () => {
  const refunded = await createLostOrder();
  const charge = refunded.stripe.charge(refunded.session, 700);
  const refund = refunded.stripe.event("charge.refunded", charge);
  await expectStatus(refunded.stripe.send(refund), 200);
  await expectOrders(refunded.id, { state: "partially_refunded", refundedAmount: 700 });

  const disputed = await createLostOrder();
  const { payment_intent, amount_total } = disputed.session;
  const dispute = {
    object: "dispute",
    id: "dp_lost",
    status: "needs_response",
    amount: amount_total,
    payment_intent,
  };
  const event = disputed.stripe.event("charge.dispute.created", dispute);
  await expectStatus(disputed.stripe.send(event), 200);
  await expectOrders(disputed.id, { state: "disputed" });
  expect(await findPaymentEvent(event.id)).toMatchObject({
    outcome: "applied",
    orderId: disputed.lostOrder.id,
  });
});

test("a session that differs from its order restores nothing and raises an alert", async () => {
  const { stripe, id, session, completed } = await createLostOrder();
  const { metadata } = session;
  const other = "0000000000000000";
  const changes: Partial<Stripe.Checkout.Session>[] = [
    { client_reference_id: other },
    { metadata: { ...metadata, order_id: other } },
    { amount_total: 1 },
    { metadata: { ...metadata, amount: "100", vat_amount: "17" } },
    { currency: "eur" },
    { mode: "subscription" },
    { livemode: true },
    { metadata: { order_id: metadata?.order_id ?? "" } },
  ];
  for (const change of changes) {
    const event = completed(change);
    await expectStatus(stripe.send(event), 200);
    expect(await findPaymentEvent(event.id), JSON.stringify(change)).toMatchObject({
      outcome: "unknown_order",
    });
  }
  expect(await listOrders(id)).toEqual([]);
  expect(await listRows(orders, { id: other })).toEqual([]);
});

test("a restored order is refunded when its listing is missing or belongs to another user", async () => {
  for (const change of ["missing", "moved"] as const) {
    const { stripe, id, lostOrder, completed } = await createLostOrder();
    const stranger = await createTeacher();
    if (change === "moved") await updateRow(listings, id, { ownerId: stranger.id });
    // The restored database has no listing with that id.
    else await updateRow(listings, id, { id: newId() });
    await stripe.send(completed());
    await stripe.send(completed());
    const [order] = await listRows(orders, { id: lostOrder.id });
    expect(order).toMatchObject({ state: "refunded", listingId: null, refundedAmount: 1900 });
    await expectRefunds(lostOrder.id, { kind: "unpromotable", state: "sent", amount: 1900 });
    expect(stripe.refunds.all()).toHaveLength(1);
    expect(await listRows(promotions, { orderId: lostOrder.id })).toEqual([]);
  }
});

test("a restored order does not replace another: an unpaid order stays open", async () => {
  const { stripe, placeOrder, id, completed } = await createLostOrder();
  await placeOrder({ package: "top14" });
  await stripe.send(completed());
  expect((await listOrders(id)).map((row) => `${row.package} ${row.state}`).sort()).toEqual([
    "top14 open",
    "top7 fulfilled",
  ]);
});

test("job reconcile-events checks more than a day while it finds unknown events", async () => {
  const fixture = await createLostOrder();
  const { stripe, id, completed } = fixture;
  completed();
  const expired = (n: number) =>
    Array.from({ length: n }, () => stripe.event("checkout.session.expired", { id: "cs_other" }));
  app.clock.now += 10 * DAY_MS;
  expired(250);
  // A run processes 60 events.
  for (let run = 0; run < 5; run++) await reconcileEvents(createJobContext());
  await expectOrders(id, { state: "fulfilled" });
  // A known event ends the search.
  stripe.calls.length = 0;
  app.clock.now += 2 * DAY_MS;
  await reconcileEvents(createJobContext());
  expect(stripe.callsTo("/v1/events")).toHaveLength(1);
});
