import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listings, promotionPlacements } from "@/db/schema";
import { app, db, expectStatus } from "../../helpers/app";
import { mailsTo, updateRow } from "../../helpers/factories";
import {
  createPromotionFixture,
  DAY_MS,
  expectOrders,
  expectPromotions,
  findPaymentEvent,
  listMailTemplates,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe with a paid session starts and indexes the promotion and queues the mails", async () => {
  const { stripe, teacher, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const event = stripe.event("checkout.session.completed", stripe.pay());
  await expectStatus(stripe.send(event), 200);
  const { now } = app.clock;
  await expectOrders(id, {
    state: "fulfilled",
    paidTs: now,
    closedTs: now,
    paymentIntentId: String(stripe.last().payment_intent),
  });
  const [promotion, ...more] = await listPromotions(id);
  expect(more).toEqual([]);
  expect(promotion).toMatchObject({ placement: "results", startsTs: now, endsTs: now + 7 * DAY_MS });
  expect(await findPaymentEvent(event.id)).toMatchObject({
    type: "checkout.session.completed",
    outcome: "applied",
    checkoutSessionId: stripe.last().id,
    orderId: (await listOrders(id))[0]?.id,
  });
  const placements = await db
    .select({ position: promotionPlacements.rotationPosition })
    .from(promotionPlacements)
    .where(eq(promotionPlacements.promotionId, promotion?.id ?? ""));
  expect(placements).toHaveLength(1);

  const mails = await mailsTo(teacher.email);
  expect(mails.map((mail) => mail.template)).toEqual(["payment_confirmed"]);
  const [receipt] = mails;
  expect(receipt?.text).toContain("VAT 21%: 3.30 lei\nTotal paid: 19.00 lei");
  expect(receipt?.text).toContain("You asked for the promotion to begin immediately");
  expect(receipt?.text).toContain("from Nov 20, 2026, 11:00 AM until Nov 27, 2026, 11:00 AM");
});

test("POST /webhooks/stripe adds up the days of orders paid in parallel", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  const sessions = [];
  // Each order expires first; then all of them are paid late.
  for (const chosen of ["top7", "top14", "top30", "top7"]) {
    await placeOrder({ package: chosen, immediate_start: "1" });
    sessions.push(stripe.last());
    await stripe.report("checkout.session.expired", stripe.expire());
  }
  expect(new Set((await listOrders(id)).map((row) => row.state))).toEqual(new Set(["expired"]));
  const events = sessions.map((session) => stripe.event("checkout.session.completed", stripe.pay(session)));
  await Promise.all(events.map((event) => stripe.send(event)));

  const promotions = await listPromotions(id);
  expect(promotions).toHaveLength(4);
  expect(promotions[0]?.startsTs).toBe(app.clock.now);
  for (const [n, promotion] of promotions.entries()) {
    if (n > 0) expect(promotion.startsTs).toBe(promotions[n - 1]?.endsTs);
  }
  expect(promotions.at(-1)?.endsTs).toBe(app.clock.now + 58 * DAY_MS);
});

test("POST /webhooks/stripe with a failed delayed payment fails the order, mails the buyer and frees the listing", async () => {
  const { stripe, teacher, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.payLater();
  await stripe.report("checkout.session.completed", session);
  await stripe.report("checkout.session.async_payment_failed", stripe.fail(session));
  await expectOrders(id, { state: "failed" });
  expect(await listMailTemplates(teacher.email)).toEqual(["payment_failed"]);
  expect((await placeOrder()).headers.get("location")).toBe(stripe.last().url);
  expect(stripe.last().id).not.toBe(session.id);
});

test("POST /webhooks/stripe refunds a payment for a listing that is now paused, and mails the buyer", async () => {
  const { stripe, teacher, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  await updateRow(listings, id, { state: "paused" });
  const event = stripe.event("checkout.session.completed", stripe.pay());
  await Promise.all([stripe.send(event), stripe.send(event), stripe.send(event)]);
  const [row] = await listOrders(id);
  expect(row).toMatchObject({ state: "refunded", refundedAmount: 1900 });
  expect(await listPromotions(id)).toEqual([]);
  expect(stripe.refunds.all().map((refund) => refund.payment_intent)).toEqual([stripe.last().payment_intent]);
  const [refund] = await listRefunds(row?.id);
  expect(refund).toMatchObject({ kind: "unpromotable", amount: 1900, state: "sent" });
  const refundCalls = stripe.callsTo("/v1/refunds").filter(({ method }) => method === "POST");
  expect(refundCalls.map(({ key }) => key)).toEqual([`${refund?.id}-1`]);
  expect(await listMailTemplates(teacher.email)).toEqual(["promotion_unpromotable"]);
  // Stripe also sends an event for our own refund.
  await stripe.report("charge.refunded", stripe.charge(stripe.last(), 1900));
  expect(await listMailTemplates(teacher.email)).toEqual(["promotion_unpromotable"]);
});

test("POST /webhooks/stripe returns 200 for an expired session with a processing payment, and changes nothing", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.payLater();
  await stripe.report("checkout.session.completed", session);
  const expired = stripe.event("checkout.session.expired", { ...session, status: "expired" });
  await expectStatus(stripe.send(expired), 200);
  await expectOrders(id, { state: "open" });
  expect(await findPaymentEvent(expired.id)).toMatchObject({ outcome: "ignored" });
  expect((await findPaymentEvent(expired.id))?.detail).not.toBe("");
});

test("POST /webhooks/stripe with a partial refund keeps the promotion, with a full one ends it", async () => {
  const { stripe, teacher, id, buy } = await createPromotionFixture();
  const session = await buy();
  const part = stripe.event("charge.refunded", stripe.charge(session, 900));
  await stripe.send(part);
  await stripe.send(part);
  await expectOrders(id, { state: "partially_refunded", refundedAmount: 900 });
  await expectPromotions(id, { stoppedTs: null });
  const fullRefund = stripe.event("charge.refunded", stripe.charge(session, 1900));
  await Promise.all([stripe.send(fullRefund), stripe.send(fullRefund)]);
  await expectOrders(id, { state: "refunded", refundedAmount: 1900 });
  await expectPromotions(id, { stoppedTs: app.clock.now });
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
  await expectOrders(id, { state: "fulfilled", refundedAmount: 0 });
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
  await expectOrders(id, { state: "partially_refunded", refundedAmount: 1000 });
  await state("published");
  await stripe.report("refund.failed", stripe.failRefund(session));
  await expectOrders(id, { state: "fulfilled", refundedAmount: 0 });
});
