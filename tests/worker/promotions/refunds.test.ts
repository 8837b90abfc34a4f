import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listings } from "@/db/schema";
import { db } from "../../helpers/app";
import {
  createPromotionFixture,
  listMailTemplates,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe with a partial refund keeps the promotion, with a full one ends it", async () => {
  const { app, stripe, teacher, id, buy } = await createPromotionFixture();
  const session = await buy();
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
  ]);
});

test("POST /webhooks/stripe does not overwrite a failed refund with an older state", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const session = await buy();
  const refunded = stripe.event("charge.refunded", stripe.charge(session, 500));
  stripe.state.whileListing = () => stripe.report("refund.failed", stripe.failRefund(session));
  await stripe.send(refunded);
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
});

test("POST /webhooks/stripe removes failed partial refunds of an order that was never promoted", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  stripe.charge(session, 1000);
  await stripe.report("charge.refunded", stripe.charge(session, 1900));
  const state = (state: "paused" | "published") =>
    db.update(listings).set({ state }).where(eq(listings.id, id));
  await state("paused");
  await stripe.report("refund.failed", stripe.failRefund(session));
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 1000 }]);
  await state("published");
  await stripe.report("refund.failed", stripe.failRefund(session));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
});
