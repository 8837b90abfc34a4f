import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { invoices, listings } from "@/db/schema";
import { reconcileRefunds } from "@/features/promotions";
import { db } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import {
  createJobContext,
  createPaidOrder,
  createPromotionFixture,
  DAY_MS,
  findPaymentEvent,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe suspends a disputed promotion; won, it resumes; lost, it ends", async () => {
  const { app, jar, stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  const dispute = (status: string) => ({
    id: "dp_1",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  const created = stripe.event("charge.dispute.created", dispute("needs_response"));
  // It arrives before the payment's event, so the payment is retrieved.
  await stripe.send(created);
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  await stripe.send(stripe.event("charge.dispute.closed", dispute("won")));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await listPromotions(id))[0]?.stoppedTs).toBeNull();
  await stripe.send({ ...created, id: "evt_late_dispute" });
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("lost")));
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  const html = await (await app.get(`/payment-complete/${session.id}`, { as: jar })).text();
  expect(html).toContain("your bank returns the money");
  expect(html, "this site sends no refund").not.toContain("5 to 10 days");
});

test("POST /webhooks/stripe treats an escalated inquiry as a dispute, and waits while an appeal is open", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  const dispute = (status: string) => ({
    id: "dp_6",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  await stripe.send(stripe.event("charge.dispute.created", dispute("warning_needs_response")));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  await stripe.send(stripe.event("charge.dispute.funds_withdrawn", dispute("needs_response")));
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("appeal_under_review")));
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("prevented")));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await listPromotions(id))[0]?.stoppedTs).toBeNull();
});

test.each(["before", "after"])(
  "POST /webhooks/stripe restores nothing when a refund made %s a lost dispute fails",
  async (when) => {
    const { stripe, placeOrder, id } = await createPromotionFixture();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await placeOrder();
    const session = stripe.pay();
    await stripe.send(stripe.event("checkout.session.completed", session));
    const intent = { payment_intent: session.payment_intent };
    const charge = stripe.charge(session, 1900);
    if (when === "before") await stripe.send(stripe.event("charge.refunded", charge));
    const lost = { id: "dp_5", object: "dispute", status: "lost", ...intent };
    await stripe.send(stripe.event("charge.dispute.closed", lost));
    const failed = stripe.event("refund.failed", stripe.failRefund(session));
    await stripe.send(failed);
    const [row] = await listOrders(id);
    expect(row).toMatchObject({ state: "refunded", refundedAmount: 1900 });
    expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
    expect(await findPaymentEvent(failed.id)).toMatchObject({ outcome: "alert", orderId: row?.id });
  },
);

test("POST /webhooks/stripe records a dispute lost before an automatic refund was sent, once", async () => {
  const fixture = await createPromotionFixture();
  const { app, stripe, teacher, placeOrder, id } = fixture;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeOrder();
  const session = stripe.pay();
  await db.update(listings).set({ state: "paused" }).where(eq(listings.id, id));
  stripe.state.refuseRefunds = "charge_disputed";
  await stripe.send(stripe.event("checkout.session.completed", session));
  const [paid] = await listOrders(id);
  expect(paid).toMatchObject({ state: "refunded", refundedAmount: 0 });
  const lost = { id: "dp_7", object: "dispute", status: "lost", payment_intent: session.payment_intent };
  const closed = stripe.event("charge.dispute.closed", lost);
  await stripe.send(closed);
  expect(await findPaymentEvent(closed.id)).toMatchObject({ outcome: "applied" });
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  const invoiceRows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, paid?.id ?? ""));
  expect(invoiceRows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["receipt", 1900],
    ["credit_note", 1900],
  ]);
  app.clock.now += 5 * 60_000;
  await reconcileRefunds(createJobContext(fixture));
  expect(await listRefunds(paid?.id)).toMatchObject([{ kind: "unpromotable", state: "failed" }]);
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual(["dispute_lost", "promotion_unpromotable"]);
  const note = invoiceRows.find(({ kind }) => kind === "credit_note")?.number;
  expect(mails.find(({ template }) => template === "dispute_lost")?.text).toContain(`/invoices/${note}`);
});

test("POST /webhooks/stripe records a lost partial dispute as that amount, also for repeated events", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 300)));
  const lost = (disputeId: string, amount: number) => ({
    id: disputeId,
    object: "dispute",
    status: "lost",
    amount,
    currency: "ron",
    payment_intent: session.payment_intent,
  });
  for (let copy = 0; copy < 3; copy++) {
    await stripe.send(stripe.event("charge.dispute.closed", lost("dp_8", 500)));
    expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  }
  // A payment may have several disputes, together never above the amount paid.
  await stripe.send(stripe.event("charge.dispute.closed", lost("dp_9", 1900)));
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});

test("POST /webhooks/stripe adds a refund made after a lost partial dispute", async () => {
  const { stripe, teacher, session, orderId, id } = await createPaidOrder();
  const intent = { payment_intent: session.payment_intent, amount: 500, currency: "ron" };
  const lost = { id: "dp_10", object: "dispute", status: "lost", ...intent };
  await stripe.send(stripe.event("charge.dispute.closed", lost));
  const refunded = stripe.event("charge.refunded", stripe.charge(session, 300));
  await stripe.send(refunded);
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  await stripe.send(refunded);
  await stripe.send(stripe.event("charge.dispute.closed", lost));
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  const invoiceRows = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
  expect(invoiceRows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["receipt", 1900],
    ["credit_note", 500],
    ["credit_note", 300],
  ]);
  const templates = (await mailsTo(teacher.email)).map(({ template }) => template);
  expect(templates.filter((template) => template === "dispute_lost")).toHaveLength(1);
  expect(templates).toContain("payment_partly_refunded");
});

test.each(["won", "lost"])(
  "POST /webhooks/stripe keeps an order disputed when its full refund fails, until the dispute is %s",
  async (end) => {
    const { app, stripe, session, id } = await createPaidOrder();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { now } = app.clock;
    const dispute = (status: string) => ({
      id: `dp_while_${end}`,
      object: "dispute",
      status,
      payment_intent: session.payment_intent,
    });
    app.clock.now = now + DAY_MS;
    await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
    await stripe.send(stripe.event("charge.dispute.created", dispute("needs_response")));
    expect(await listOrders(id)).toMatchObject([{ state: "refunded" }]);
    const failed = stripe.event("refund.failed", stripe.failRefund(session));
    await stripe.send(failed);
    expect(await listOrders(id)).toMatchObject([{ state: "disputed", refundedAmount: 0 }]);
    expect((await listPromotions(id))[0]?.stoppedTs).toBe(now + DAY_MS);
    expect(await findPaymentEvent(failed.id)).toMatchObject({ outcome: "alert" });
    app.clock.now = now + 3 * DAY_MS;
    await stripe.send(stripe.event("charge.dispute.closed", dispute(end)));
    const [order] = await listOrders(id);
    const [promotion] = await listPromotions(id);
    if (end === "lost") {
      expect(order).toMatchObject({ state: "refunded", refundedAmount: 1900 });
      expect(promotion?.stoppedTs).not.toBeNull();
    } else {
      expect(order).toMatchObject({ state: "fulfilled", refundedAmount: 0 });
      expect(promotion).toMatchObject({
        startsTs: now + 3 * DAY_MS,
        endsTs: now + 9 * DAY_MS,
        stoppedTs: null,
      });
    }
  },
);

test("POST /webhooks/stripe promotes an unpromoted order once its refund failed and its dispute is won", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeOrder();
  const session = stripe.pay();
  const dispute = (status: string) => ({
    id: "dp_11",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, 1900)));
  await stripe.send(stripe.event("charge.dispute.created", dispute("needs_response")));
  await stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
  expect(await listPromotions(id)).toEqual([]);
  await stripe.send(stripe.event("charge.dispute.closed", dispute("won")));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: null }]);
});

test.each([false, true])(
  "POST /webhooks/stripe applies the final result of a dispute, whatever its events' timestamps (disputes hidden: %s)",
  async (hidden) => {
    const { stripe, session, id } = await createPaidOrder();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    stripe.state.hidesDisputes = hidden;
    const dispute = (status: string) => ({
      id: `dp_hidden_${hidden}`,
      object: "dispute",
      status,
      payment_intent: session.payment_intent,
    });
    const created = stripe.event("charge.dispute.created", dispute("needs_response"));
    const taken = stripe.event("charge.dispute.funds_withdrawn", dispute("under_review"));
    // Stripe's timestamps are in seconds: the latest event may look like the oldest.
    const won = stripe.event("charge.dispute.closed", dispute("won"), { created: created.created - 1 });
    await stripe.send(won);
    await stripe.send(created);
    await stripe.send(taken);
    expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
    expect((await listPromotions(id))[0]?.stoppedTs).toBeNull();
  },
);
