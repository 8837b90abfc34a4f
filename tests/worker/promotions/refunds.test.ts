import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listings } from "@/db/schema";
import { db } from "../../helpers/app";
import { createAdmin, signIn } from "../../helpers/factories";
import {
  createPromotionFixture,
  findPaymentEvent,
  listMailTemplates,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe with a partial refund keeps the promotion, with a full one ends it", async () => {
  const { app, stripe, teacher, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const part = stripe.event("charge.refunded", stripe.charge(session, 900));
  await stripe.send(part);
  await stripe.send(part);
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 900 }]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: null }]);
  const fullRefund = stripe.event("charge.refunded", stripe.charge(session, 1900));
  await Promise.all([stripe.send(fullRefund), stripe.send(fullRefund)]);
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: app.clock.now }]);
  expect(await listMailTemplates(teacher.email)).toEqual([
    "payment_confirmed",
    "payment_partly_refunded",
    "payment_refunded",
    "promotion_started",
  ]);
});

test("POST /webhooks/stripe with a refund before the payment ends as refunded and promotes nothing", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
  await stripe.send(stripe.event("checkout.session.completed", session));
  expect(await listOrders(id)).toMatchObject([{ state: "refunded" }]);
  expect(await listPromotions(id)).toEqual([]);
});

test("POST /webhooks/stripe restores the promotion after a failed refund, once", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const refunded = stripe.event("charge.refunded", stripe.charge(session, 1900));
  await stripe.send(refunded);
  const failed = stripe.event("refund.failed", stripe.failRefund(session));
  await Promise.all([stripe.send(failed), stripe.send(failed)]);
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: null }]);
  const alert = await findPaymentEvent(failed.id);
  expect(alert).toMatchObject({ outcome: "alert", orderId: (await listOrders(id))[0]?.id });
  expect(alert?.detail).toContain("expired_or_canceled_card");
  await stripe.send({ ...refunded, id: "evt_late_copy" });
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
});

test("POST /webhooks/stripe raises an alert for a failed refund in any order state, counted on the admin page", async () => {
  const { app, stripe, placeOrder, id } = await createPromotionFixture();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const admin = await signIn(app, await createAdmin(app));
  const alerts = async () => {
    const page = await (await app.get("/admin", { as: admin })).text();
    return Number(/Payment events to review<\/dt><dd[^>]*><a [^>]*>(\d+)/.exec(page)?.[1]);
  };
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const before = await alerts();
  // No refund is recorded, so there is nothing to restore.
  const refund = { id: "re_2", object: "refund", amount: 1900, payment_intent: session.payment_intent };
  const failed = stripe.event("refund.failed", { ...refund, failure_reason: "lost_or_stolen_card" });
  expect((await stripe.send(failed)).status).toBe(200);
  expect((await stripe.send(failed)).status).toBe(200);
  const [row] = await listOrders(id);
  expect(row).toMatchObject({ state: "fulfilled" });
  expect(await findPaymentEvent(failed.id)).toMatchObject({ outcome: "alert", orderId: row?.id });
  expect((await findPaymentEvent(failed.id))?.detail).toContain("lost_or_stolen_card");
  expect(await alerts()).toBe(before + 1);
});

test("POST /webhooks/stripe does not overwrite a failed refund with an older state", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const refunded = stripe.event("charge.refunded", stripe.charge(session, 500));
  stripe.state.whileListing = () => stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
  await stripe.send(refunded);
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
});

test("POST /webhooks/stripe removes failed partial refunds of an order that was never promoted", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeOrder();
  const session = stripe.pay();
  stripe.charge(session, 1000);
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
  const state = (state: "paused" | "published") =>
    db.update(listings).set({ state }).where(eq(listings.id, id));
  await state("paused");
  await stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 1000 }]);
  await state("published");
  await stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
});
