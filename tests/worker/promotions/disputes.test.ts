import { expect, test } from "vitest";
import { invoices, listings } from "@/db/schema";
import { reconcileRefunds } from "@/features/promotions";
import { expectStatus } from "../../helpers/app";
import { listRows, mailsTo, updateRow } from "../../helpers/factories";
import {
  createJobContext,
  createPromotionFixture,
  findPaymentEvent,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe treats an escalated inquiry as a dispute, and waits while an appeal is open", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const session = await buy();
  const dispute = (status: string) => ({
    id: "dp_6",
    object: "dispute",
    status,
    payment_intent: session.payment_intent,
  });
  await stripe.report("charge.dispute.created", dispute("warning_needs_response"));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  await stripe.report("charge.dispute.funds_withdrawn", dispute("needs_response"));
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
  await stripe.report("charge.dispute.closed", dispute("appeal_under_review"));
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
  await stripe.report("charge.dispute.closed", dispute("prevented"));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await listPromotions(id))[0]?.stoppedTs).toBeNull();
});

test("POST /webhooks/stripe fails while Stripe does not list the dispute, and applies it when it is sent again", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const session = await buy();
  const dispute = {
    id: "dp_10",
    object: "dispute",
    status: "needs_response",
    payment_intent: session.payment_intent,
  };
  const event = stripe.event("charge.dispute.created", dispute);
  const listed = stripe.disputes.all();
  stripe.disputes.clear();
  await expectStatus(stripe.send(event), 503);
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "failed" });
  for (const each of listed) stripe.disputes.put(each);
  await expectStatus(stripe.send(event), 200);
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "applied" });
  expect(await listOrders(id)).toMatchObject([{ state: "disputed" }]);
});

test("POST /webhooks/stripe records a dispute lost before an automatic refund was sent, once", async () => {
  const fixture = await createPromotionFixture();
  const { app, stripe, teacher, placeOrder, id } = fixture;
  await placeOrder();
  const session = stripe.pay();
  await updateRow(listings, id, { state: "paused" });
  stripe.state.refuseRefunds = "charge_disputed";
  await stripe.report("checkout.session.completed", session);
  const [paid] = await listOrders(id);
  expect(paid).toMatchObject({ state: "refunded", refundedAmount: 0 });
  const lost = { id: "dp_7", object: "dispute", status: "lost", payment_intent: session.payment_intent };
  const closed = stripe.event("charge.dispute.closed", lost);
  await stripe.send(closed);
  expect(await findPaymentEvent(closed.id)).toMatchObject({ outcome: "applied" });
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  const invoiceRows = await listRows(invoices, { orderId: paid?.id ?? "" });
  expect(invoiceRows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["invoice", 1900],
    ["credit_note", 1900],
  ]);
  app.clock.now += 5 * 60_000;
  await reconcileRefunds(createJobContext(fixture));
  expect(await listRefunds(paid?.id)).toMatchObject([{ kind: "unpromotable", state: "failed" }]);
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual(["dispute_lost", "promotion_unpromotable"]);
  const note = invoiceRows.find(({ kind }) => kind === "credit_note")?.number;
  expect(mails.find(({ template }) => template === "dispute_lost")?.text).toContain(
    `/invoices/CAT-00000${note}`,
  );
});

test("POST /webhooks/stripe records a lost partial dispute as that amount, also for repeated events", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const session = await buy();
  await stripe.report("charge.refunded", stripe.charge(session, 300));
  const lost = (disputeId: string, amount: number) => ({
    id: disputeId,
    object: "dispute",
    status: "lost",
    amount,
    currency: "ron",
    payment_intent: session.payment_intent,
  });
  for (let copy = 0; copy < 3; copy++) {
    await stripe.report("charge.dispute.closed", lost("dp_8", 500));
    expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 800 }]);
  }
  // A payment may have several disputes, together never above the amount paid.
  await stripe.report("charge.dispute.closed", lost("dp_9", 1900));
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});
