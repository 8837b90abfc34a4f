import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { disputes, invoices, listings, promotionPlacements } from "@/db/schema";
import { reconcileRefunds } from "@/features/promotions";
import { paths } from "@/shared/paths";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { findListing, listRows, mailsTo, updateRow } from "../../helpers/factories";
import { createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import {
  createJobContext,
  createPaidOrder,
  createPromotionFixture,
  DAY_MS,
  expectOrders,
  expectPromotions,
  expectRefunds,
  findPaymentEvent,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

test("POST /webhooks/stripe treats an escalated inquiry as a dispute, and waits while an appeal is open", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const session = await buy();
  await stripe.dispute("created", session, "warning_needs_response");
  await expectOrders(id, { state: "fulfilled" });
  await stripe.dispute("funds_withdrawn", session, "needs_response");
  await expectOrders(id, { state: "disputed" });
  await stripe.dispute("closed", session, "appeal_under_review");
  await expectOrders(id, { state: "disputed" });
  await stripe.dispute("closed", session, "prevented");
  await expectOrders(id, { state: "fulfilled" });
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
  await expectOrders(id, { state: "disputed" });
});

test("POST /webhooks/stripe records a dispute lost before an automatic refund was sent, once", async () => {
  const fixture = await createPromotionFixture();
  const { stripe, teacher, placeOrder, id } = fixture;
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
  await expectOrders(id, { state: "refunded", refundedAmount: 1900 });
  const invoiceRows = await listRows(invoices, { orderId: paid?.id ?? "" });
  expect(invoiceRows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["invoice", 1900],
    ["credit_note", 1900],
  ]);
  app.clock.now += 5 * 60_000;
  await reconcileRefunds(createJobContext());
  await expectRefunds(paid?.id, { kind: "unpromotable", state: "failed" });
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual(["dispute_lost", "promotion_unpromotable"]);
  const note = invoiceRows.find(({ kind }) => kind === "credit_note")?.number;
  expect(mails.find(({ template }) => template === "dispute_lost")?.text).toContain(
    `/invoices/CAT-00000${note}`,
  );
});

test("POST /webhooks/stripe mails a lost dispute once, also after the whole price was paid back in another way", async () => {
  const { stripe, teacher, buy } = await createPromotionFixture();
  const session = await buy();
  await stripe.report("charge.refunded", stripe.charge(session, 1900));
  await stripe.dispute("created", session, "needs_response");
  const listLost = async () =>
    (await mailsTo(teacher.email)).filter(({ template }) => template === "dispute_lost");
  expect(await listLost()).toEqual([]);
  for (let copy = 0; copy < 2; copy++) await stripe.dispute("closed", session, "lost");
  const mails = await listLost();
  expect(mails).toHaveLength(1);
  // The credit note of the refund was mailed with it.
  expect(mails[0]?.text).not.toContain("/invoices/");
});

test("POST /webhooks/stripe records a lost partial dispute as that amount, also for repeated events", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const session = await buy();
  await stripe.report("charge.refunded", stripe.charge(session, 300));
  const lose = (id: string, amount: number, currency = "ron") =>
    stripe.dispute("closed", session, "lost", { id, amount, currency });
  for (let copy = 0; copy < 3; copy++) {
    await lose("dp_8", 500);
    await expectOrders(id, { state: "refunded", refundedAmount: 800 });
  }
  // A payment may have several disputes, together never above the amount paid.
  await lose("dp_9", 400, "eur");
  await expectOrders(id, { state: "refunded", refundedAmount: 1900 });
  expect(await listRows(disputes, { id: "dp_8" })).toMatchObject([{ fee: 7500 }]);
  expect(await listRows(disputes, { id: "dp_9" })).toMatchObject([{ fee: null }]);
});

test("POST /webhooks/stripe returns the days lost to a dispute, behind promotions bought meanwhile", async () => {
  const { stripe, teacher, id, buy } = await createPromotionFixture();
  const { now } = app.clock;
  const session = await buy();
  app.clock.now = now + 3 * DAY_MS;
  await stripe.dispute("created", session, "needs_response");
  app.clock.now = now + 4 * DAY_MS;
  await app.post(`/tutoring/${id}/promote`, {
    as: teacher,
    form: { package: "top14", immediate_start: "1" },
  });
  await stripe.report("checkout.session.completed", stripe.pay());
  expect((await listPromotions(id))[1]).toMatchObject({
    startsTs: now + 4 * DAY_MS,
    endsTs: now + 18 * DAY_MS,
  });
  app.clock.now = now + 10 * DAY_MS;
  await updateRow(listings, id, { expiresTs: now + 19 * DAY_MS });
  await stripe.dispute("closed", session, "won");
  // Three of its seven days were used.
  await expectPromotions(
    id,
    { startsTs: now + 4 * DAY_MS, endsTs: now + 18 * DAY_MS },
    { startsTs: now + 18 * DAY_MS, endsTs: now + 22 * DAY_MS, stoppedTs: null },
  );
  const listing = await findListing(id);
  expect(listing?.expiresTs).toBe(now + 22 * DAY_MS);
});

/** A listing with A on days 0 to 7 and B queued on days 7 to 21; events of A's dispute, won or lost. */
async function queueOfTwo() {
  const fixture = await createPromotionFixture();
  const { stripe, id, buy } = fixture;
  const { now } = app.clock;
  const session = await buy();
  await buy({ package: "top14", immediate_start: "1" });
  const days = (from: number, to: number) => ({ startsTs: now + from * DAY_MS, endsTs: now + to * DAY_MS });
  await expectPromotions(id, days(0, 7), days(7, 21));
  const dispute = async (day: number, kind: "created" | "closed", status: string) => {
    app.clock.now = now + day * DAY_MS;
    await stripe.dispute(kind, session, status);
    return listPromotions(id);
  };
  return { ...fixture, days, dispute };
}

test("POST /webhooks/stripe with a dispute won later returns all remaining days and pushes back the next promotion", async () => {
  const { id, teacher, days, dispute } = await queueOfTwo();
  await dispute(2, "created", "needs_response");
  expect(await dispute(4, "closed", "won")).toMatchObject([
    { ...days(4, 9), stoppedTs: null },
    { ...days(9, 23), stoppedTs: null },
  ]);
  // The buyer of the second promotion gets its new dates.
  const notices = (await mailsTo(teacher.email)).filter(
    ({ template }) => template === "promotion_pushed_back",
  );
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringContaining("it runs from Nov 29, 2026, 11:00 AM until Dec 13, 2026, 11:00 AM"),
  ]);
  await updateRow(listings, id, { expiresTs: days(0, 0).startsTs });
  // The listing still expires when its last promotion ends.
  await dispute(5, "created", "needs_response");
  expect(await dispute(6, "closed", "won")).toMatchObject([days(6, 10), days(10, 24)]);
  const listing = await findListing(id);
  expect(listing?.expiresTs).toBe(days(0, 24).endsTs);
  const placed = await db
    .selectDistinct({ startsTs: promotionPlacements.startsTs, endsTs: promotionPlacements.endsTs })
    .from(promotionPlacements)
    .where(eq(promotionPlacements.listingNum, listing?.num ?? 0))
    .orderBy(promotionPlacements.startsTs);
  expect(placed).toEqual([days(6, 10), days(10, 24)]);
});

test("an open dispute is a task until Stripe's deadline, with a mail to admins and evidence; a lost one is shown as lost", async () => {
  const { stripe, session, orderId, jar } = await createPaidOrder();
  const { admin, jar: as, headers, patch } = await createAdminCaller();
  const created = Math.floor(app.clock.now / 1000);
  const dispute = (status: string) => ({
    id: "du_1",
    object: "dispute",
    status,
    created,
    amount: 1900,
    currency: "ron",
    reason: "product_not_received",
    payment_intent: session.payment_intent,
    evidence_details: { due_by: Date.parse("2026-11-29T22:30:00Z") / 1000 },
  });
  const send = (type: string, status: string) => stripe.report(type, dispute(status));
  const listTasks = async () =>
    (await listFollowUp({ headers }, { queue: "payments" })).content.filter(
      ({ key }) => key === "payments:du_1",
    );

  const listMails = async () =>
    (await mailsTo(admin.email)).filter(({ template }) => template === "dispute_opened");
  const countMails = async () => (await listMails()).length;

  // An inquiry whose task is postponed, and which becomes a dispute, is a task again, with another mail.
  await send("charge.dispute.created", "warning_needs_response");
  await patch("payments:du_1", { snoozed_until: "2026-11-29" });
  expect([await listTasks(), await countMails()]).toEqual([[], 1]);
  app.clock.now += 60_000;
  await send("charge.dispute.funds_withdrawn", "needs_response");
  await send("charge.dispute.updated", "needs_response");
  expect(await countMails()).toBe(2);
  for (const { text } of await listMails())
    expectText(
      text,
      "Nov 30, 2026, 12:30 AM",
      "The buyer says that the promotion was not provided",
      "19 lei",
    );
  expect(await listTasks()).toMatchObject([
    {
      // A day of Bucharest.
      due: "2026-11-30",
      subject: { about: "Dispute to answer", path: paths.adminOrder(orderId) },
    },
  ]);
  const page = await app.read(paths.adminOrder(orderId), { as });
  expectText(
    page,
    "Reply in Stripe",
    "Nov 30, 2026, 12:30 AM",
    "The buyer says that the promotion was not provided",
    '/disputes/du_1"',
    "A withdrawal was offered for 14 days. No withdrawal is recorded.",
    "Statistics of ",
    "shown as promoted: ",
    "Bought: ",
    "the buyer agreed to the start",
    "Copy the text",
  );

  app.clock.now += 60_000;
  await send("charge.dispute.funds_withdrawn", "under_review");
  expect(await listTasks()).toEqual([]);
  expect(await app.read(paths.adminOrder(orderId), { as })).toContain("The bank is deciding");
  await send("charge.dispute.closed", "lost");
  expect(await listTasks()).toEqual([]);
  const json = await app.get(paths.apiOrder(orderId), { headers });
  expect(await json.json()).toMatchObject({ content: { state: "disputed", refunded_amount: 1900 } });
  const lost = await app.read(paths.adminOrders({ state: "dispute_lost" }), { as });
  expectText(lost, orderId, ">Dispute lost</span>");
  expect(await app.read(paths.adminOrders({ state: "refunded" }), { as })).not.toContain(orderId);
  expect(await app.read(paths.ownOrder(orderId), { as: jar })).toContain(">Disputed</span>");
});
