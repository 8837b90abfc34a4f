import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { invoices, listings, refunds } from "@/db/schema";
import { listReturnedRefunds, reconcileRefunds, recordTransfer, refundOrder } from "@/features/promotions";
import { toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { checkDocument } from "../../../dev/stubs/e-factura/check-document";
import { bearer, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { createAdmin, mailsTo, signIn, updateRow } from "../../helpers/factories";
import {
  createJobContext,
  createPaidOrder,
  createPromotionFixture,
  createUserContext,
  DAY_MS,
  findPaymentEvent,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

/** A paid order of 1900 bani, and an admin who refunds it. */
async function createRefundFixture() {
  const fixture = await createPaidOrder();
  const admin = await createAdmin();
  const issueRefund = (amount: number | null, reason = "Ne cerem scuze") =>
    refundOrder(createUserContext(admin, "a"), { orderId: fixture.orderId }, { amount, reason });
  /** Sends the event of the refund. */
  const sendEvent = () =>
    fixture.stripe.send(fixture.stripe.event("charge.refunded", fixture.stripe.charge(fixture.session)));
  return { ...fixture, admin, issueRefund, sendEvent };
}

const listOrderInvoices = async (orderId: string) =>
  (await db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(invoices.number)).map(
    ({ kind, amount }) => [kind, amount],
  );

test("an admin refunds a part, then the rest: the buyer is mailed the reason, and the invoices follow", async () => {
  const { stripe, teacher, id, orderId, admin, issueRefund, sendEvent } = await createRefundFixture();
  expect(await issueRefund(500)).toMatchObject({ ok: true, value: { amount: 500, state: "sent" } });
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 500 }]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: null }]);
  const [refund] = await listRefunds(orderId);
  expect(refund).toMatchObject({ kind: "refund", amount: 500, actorId: admin.id, reason: "Ne cerem scuze" });
  expect(refund?.stripeRefundId).toBe(stripe.refunds.all()[0]?.id);
  const [refundCall] = stripe.callsTo("/v1/refunds").filter(({ method }) => method === "POST");
  expect(refundCall?.key).toBe(`${refund?.id}-1`);
  expect(Object.fromEntries(refundCall?.params ?? [])).toEqual({
    payment_intent: stripe.last().payment_intent,
    amount: "500",
    "metadata[order_id]": orderId,
    "metadata[refund_id]": refund?.id,
  });
  await sendEvent();
  expect(await issueRefund(null, "Tot restul")).toMatchObject({ ok: true, value: { amount: 1400 } });
  await sendEvent();
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  expect(await listOrderInvoices(orderId)).toEqual([
    ["invoice", 1900],
    ["credit_note", 500],
    ["credit_note", 1400],
  ]);
  const mails = await mailsTo(teacher.email);
  expect(mails.find(({ template }) => template === "payment_partly_refunded")?.text).toContain(
    "Ne cerem scuze",
  );
  expect(mails.find(({ template }) => template === "payment_refunded")?.text).toContain("Tot restul");
  expect(await issueRefund(null)).toMatchObject({ ok: false, refusal: { reason: "nothing_to_refund" } });
});

test("POST /api/admin/orders/{id}/refunds returns the order with the refund, or why there is none", async () => {
  const { admin, stripe, orderId } = await createRefundFixture();
  const { token } = await signInByEmail(admin.email);
  const refund = (json: object, id = orderId) =>
    app.post(`/api/admin/orders/${id}/refunds`, { json, headers: { authorization: `Bearer ${token}` } });
  const part = await expectStatus(
    refund({ amount: 500, reason_code: "outage", reason: "", isPreview: true }),
    201,
  );
  expect(await part.json()).toMatchObject({
    content: {
      _id: orderId,
      state: "partially_refunded",
      refunded_amount: 500,
      refunds: [{ kind: "refund", amount: 500, state: "sent" }],
    },
  });
  const tooMuch = await expectStatus(refund({ amount: 1401, reason: "Prea mult" }), 422);
  expect(await tooMuch.json()).toMatchObject({ errors: [{ field: "amount", code: "refund_too_big" }] });
  await expectStatus(refund({ reason: "" }), 422);
  await expectStatus(refund({ reason: "Restul" }, "0000000000000000"), 404);
  await expectStatus(refund({ reason: "Restul" }), 201);
  const none = await refund({ reason: "Încă o dată" });
  expect([none.status, await none.json()]).toMatchObject([409, { title: "nothing_to_refund" }]);
  expect(stripe.refunds.all().map(({ amount }) => amount)).toEqual([500, 1400]);
});

test("eight parallel requests for a refund create one", async () => {
  const { stripe, id, orderId, issueRefund, sendEvent } = await createRefundFixture();
  const answers = await Promise.all(Array.from({ length: 8 }, () => issueRefund(null)));
  await sendEvent();
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(stripe.refunds.all().map((refund) => refund.amount)).toEqual([1900]);
  expect(await listRefunds(orderId)).toHaveLength(1);
  expect(await listOrders(id)).toMatchObject([{ refundedAmount: 1900 }]);
});

test("different parallel refunds never exceed the amount paid", async () => {
  const { stripe, id, issueRefund } = await createRefundFixture();
  await Promise.all([800, 900, 1000, 1100].map((amount) => issueRefund(amount, `Motivul ${amount}`)));
  const sum = stripe.refunds.all().reduce((all, refund) => all + refund.amount, 0);
  expect(sum).toBeLessThanOrEqual(1900);
  expect(await listOrders(id)).toMatchObject([{ refundedAmount: sum }]);
});

test("a refund is rejected for users who are not admins, above the rest, and without a reason", async () => {
  const fixture = await createRefundFixture();
  const { teacher, orderId, issueRefund } = fixture;
  const buyer = createUserContext(teacher, "t");
  await expect(refundOrder(buyer, { orderId }, { amount: 1, reason: "Vreau" })).rejects.toThrow(
    "admins_only",
  );
  expect(await issueRefund(1901)).toMatchObject({
    refusal: { fields: [{ field: "amount", code: "refund_too_big" }] },
  });
  expect(await issueRefund(0)).toMatchObject({ refusal: { fields: [{ field: "amount" }] } });
  expect(await issueRefund(1.5)).toMatchObject({ refusal: { fields: [{ field: "amount" }] } });
  expect(await issueRefund(100, " ")).toMatchObject({
    refusal: { fields: [{ field: "reason", code: "required" }] },
  });
  const admin = createUserContext(fixture.admin, "a");
  expect(await refundOrder(admin, { orderId: "nothing" }, { amount: 1, reason: "Oare" })).toMatchObject({
    refusal: { code: "not_found" },
  });
  expect(await listRefunds(orderId)).toEqual([]);
});

test("a refund waits while Stripe is unreachable; the job sends it once and mails the buyer", async () => {
  const fixture = await createRefundFixture();
  const { stripe, id, orderId, issueRefund } = fixture;
  stripe.state.down = true;
  expect(await issueRefund(500)).toMatchObject({ ok: true, value: { state: "pending" } });
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect(await issueRefund(500, "Altceva")).toMatchObject({ refusal: { reason: "refund_under_way" } });
  app.clock.now += 5 * 60_000;
  await reconcileRefunds(createJobContext());
  stripe.state.down = false;
  await Promise.all([reconcileRefunds(createJobContext()), reconcileRefunds(createJobContext())]);
  await reconcileRefunds(createJobContext());
  expect(stripe.refunds.all().map((refund) => refund.amount)).toEqual([500]);
  expect(await listRefunds(orderId)).toMatchObject([{ state: "sent" }]);
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 500 }]);
});

test("a refund whose answer was lost is found at Stripe, not created again", async () => {
  const fixture = await createRefundFixture();
  const { stripe, id, orderId, issueRefund } = fixture;
  stripe.state.down = true;
  await issueRefund(500);
  stripe.state.down = false;
  const [noted] = await listRefunds(orderId);
  // Stripe created the refund, but its idempotency key has expired.
  stripe.charge(fixture.session, 500);
  Object.assign(stripe.refunds.all()[0] ?? {}, { metadata: { order_id: orderId, refund_id: noted?.id } });
  app.clock.now += 2 * 24 * 60 * 60_000;
  await reconcileRefunds(createJobContext());
  expect(stripe.refunds.all()).toHaveLength(1);
  expect(await listOrders(id)).toMatchObject([{ refundedAmount: 500 }]);
  expect(await listRefunds(orderId)).toMatchObject([
    { state: "sent", stripeRefundId: stripe.refunds.all()[0]?.id },
  ]);
});

test("a refund that Stripe refuses temporarily is retried within the day, and made once", async () => {
  const fixture = await createRefundFixture();
  const { stripe, id, orderId, issueRefund } = fixture;
  stripe.state.refuseRefunds = "balance_insufficient";
  expect(await issueRefund(500)).toMatchObject({ ok: true, value: { state: "pending" } });
  app.clock.now += 5 * 60_000;
  await reconcileRefunds(createJobContext());
  expect(await listRefunds(orderId)).toMatchObject([{ state: "pending", attempt: 3 }]);
  stripe.state.refuseRefunds = null;
  // The answer to the next call is lost.
  stripe.state.loseAnswers = true;
  await reconcileRefunds(createJobContext());
  expect(await listRefunds(orderId)).toMatchObject([{ state: "pending", attempt: 3 }]);
  stripe.state.loseAnswers = false;
  await Promise.all([reconcileRefunds(createJobContext()), reconcileRefunds(createJobContext())]);
  expect(stripe.refunds.all().map(({ amount }) => amount)).toEqual([500]);
  expect(await listRefunds(orderId)).toMatchObject([{ state: "sent" }]);
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 500 }]);
});

test("a refund that Stripe refuses is shown to the admin and stored as failed; another may be tried", async () => {
  const { stripe, id, orderId, issueRefund } = await createRefundFixture();
  stripe.state.refuseRefunds = "charge_not_refundable";
  expect(await issueRefund(500)).toMatchObject({ refusal: { code: "conflict", reason: "refund_refused" } });
  expect(await listRefunds(orderId)).toMatchObject([{ state: "failed" }]);
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  stripe.state.refuseRefunds = null;
  expect(await issueRefund(500, "Încă o dată")).toMatchObject({ ok: true, value: { state: "sent" } });
});

test("a refund that fails later cancels its credit note, and may be made again", async () => {
  const { stripe, session, id, orderId, issueRefund, sendEvent } = await createRefundFixture();
  await issueRefund(500);
  await issueRefund(700, "Încă o parte");
  const failed = stripe.event("refund.failed", stripe.failRefund(session));
  await Promise.all([stripe.send(failed), sendEvent(), stripe.send(failed)]);
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 500 }]);
  expect((await listRefunds(orderId)).map(({ amount, state }) => [amount, state])).toEqual(
    expect.arrayContaining([
      [500, "sent"],
      [700, "failed"],
    ]),
  );
  expect(await listOrderInvoices(orderId)).toEqual([
    ["invoice", 1900],
    ["credit_note", 500],
    ["credit_note", 700],
    ["invoice", 700],
  ]);
  expect(await issueRefund(null, "A doua oară")).toMatchObject({ ok: true, value: { amount: 1400 } });
  expect(await listOrders(id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});

test("a returned refund that an admin pays by bank transfer stays refunded, with one credit note", async () => {
  const { admin, stripe, session, teacher, id, orderId, issueRefund, sendEvent } =
    await createRefundFixture();
  await issueRefund(500);
  app.clock.now += 1000;
  await issueRefund(null, "Restul");
  const failed = stripe.event("refund.failed", stripe.failRefund(session));
  await stripe.send(failed);
  app.clock.now += 2 * DAY_MS;
  const bearerToken = bearer((await signInByEmail(admin.email)).token);
  const [refund] = (await listRefunds(orderId)).filter(({ state }) => state === "failed");
  const transfer = { refund: refund?.id, transferred_on: toDay(app.clock.now - DAY_MS), reference: "OP 17" };
  const record = (more: object = {}, of = orderId) =>
    app.post(paths.apiAdminOrderTransfers(of), { json: { ...transfer, ...more }, ...bearerToken });
  for (const [more, status, code] of [
    [{ transferred_on: toDay(app.clock.now + DAY_MS) }, 422, "day_in_future"],
    [{ transferred_on: toDay(app.clock.now - 3 * DAY_MS) }, 422, "before_refund"],
    [{ transferred_on: "2026-02-30", reference: "" }, 422, "not_date"],
    [
      { refund: (await listRefunds(orderId)).find(({ state }) => state === "sent")?.id },
      409,
      "nothing_to_refund",
    ],
    [{ refund: "0000000000000000" }, 404, "not_found"],
  ] as const) {
    const refused = await expectStatus(record(more), status);
    expect(await refused.text()).toContain(code);
  }
  expect(await listOrders(id)).toMatchObject([{ refundedAmount: 500, transferredAmount: 0 }]);

  const answers = await Promise.all([record(), record(), record()]);
  for (const answer of answers) await expectStatus(answer, 200);
  expect(await answers[0]?.json()).toMatchObject({
    content: {
      state: "refunded",
      refunded_amount: 1900,
      refunds: [{ state: "sent" }, { state: "transferred" }],
    },
  });
  expect(await (await expectStatus(record({ reference: "OP 18" }), 409)).json()).toMatchObject({
    title: "refund_transferred",
  });
  const documents = [
    ["invoice", 1900],
    ["credit_note", 500],
    ["credit_note", 1400],
    ["invoice", 1400],
    ["credit_note", 1400],
  ];
  // Later events of Stripe, which lists no transfer, change nothing; nor do copies of the one that opened the task.
  await Promise.all([sendEvent(), stripe.send(failed)]);
  expect(await listOrderInvoices(orderId)).toEqual(documents);
  expect(await listOrders(id)).toMatchObject([
    { state: "refunded", refundedAmount: 1900, transferredAmount: 1400 },
  ]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  expect((await listRefunds(orderId)).map(({ state }) => state)).toContain("transferred");
  expect((await findPaymentEvent(failed.id))?.closedTs).not.toBeNull();
  expect(await issueRefund(null, "Încă o dată")).toMatchObject({ refusal: { reason: "nothing_to_refund" } });
  const [mail, ...others] = (await mailsTo(teacher.email)).filter(
    ({ template }) => template === "refund_transferred",
  );
  expect(others).toEqual([]);
  expect(mail?.text).toContain("OP 17");

  // For the accountant and the tax authority, it was no refund to the card.
  const [note] = await db
    .select()
    .from(invoices)
    .where(sql`${invoices.orderId} = ${orderId} and ${invoices.transferredAmount} > 0`);
  const as = await signIn(admin);
  const today = toDay(app.clock.now);
  // Another transfer of the order on that day has its own credit note.
  const other = { id: "othertransfer", orderId, kind: "refund", amount: 77, state: "transferred" } as const;
  await db
    .insert(refunds)
    .values({ ...other, createdTs: 1, transferredTs: note?.paidTs ?? 0, transferReference: "OP 99" });
  const csv = await app.read(paths.adminInvoicesCsv({ from: today, to: today }), { as });
  const label = `${note?.series}-${String(note?.number).padStart(6, "0")}`;
  expect(csv).toContain(`${label},${today},${transfer.transferred_on},Credit note`);
  expect(csv).toMatch(/Bank transfer: OP 17(?!, OP 99)/);
  const xml = await (await app.get(paths.apiAdminInvoice(`${label}.xml`), bearerToken)).text();
  expect(xml).toContain("Rambursat prin transfer bancar pe");
  expect(xml).toContain("<cbc:PaymentMeansCode>42</cbc:PaymentMeansCode>");
  expect(checkDocument(xml)).toEqual([]);
  expect(await app.read(paths.invoice(label), { as })).toContain("Refunded by bank transfer.");
});

test("an amount that banks return twice is owed once, until later refunds add up to it", async () => {
  const { admin, stripe, session, orderId, issueRefund } = await createRefundFixture();
  const listOwed = async () =>
    (await listReturnedRefunds(createJobContext()))
      .filter((refund) => refund.orderId === orderId)
      .map(({ amount }) => amount)
      .toSorted();
  const returnLast = async () => {
    app.clock.now += 1000;
    await stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
    app.clock.now += 1000;
  };
  await issueRefund(500);
  app.clock.now += 1000;
  await issueRefund(700, "Încă o parte");
  await returnLast();
  await returnLast();
  expect(await listOwed()).toEqual([500, 700]);
  await issueRefund(300, "Altceva");
  expect(await listOwed()).toEqual([500, 700]);
  app.clock.now += 1000;
  await issueRefund(650, "A doua oară");
  expect(await listOwed()).toHaveLength(1);
  app.clock.now += 1000;
  await issueRefund(250, "A treia oară");
  expect(await listOwed()).toEqual([]);
  const transfer = async (amount: number) => {
    const refund = (await listRefunds(orderId)).find((one) => one.amount === amount)?.id;
    const input = { refund, transferred_on: toDay(app.clock.now), reference: "OP 2" };
    return recordTransfer(createUserContext(admin, "a"), { orderId }, input);
  };
  expect(await transfer(500)).toMatchObject({ refusal: { reason: "nothing_to_refund" } });
  await returnLast();
  expect(await listOwed()).toEqual([250]);
  expect(await transfer(250)).toMatchObject({ ok: true });
  expect(await listOwed()).toEqual([]);
});

test("a refund made in the Stripe dashboard is recorded once a bank returns it, so that it can be transferred", async () => {
  const fixture = await createRefundFixture();
  const { stripe, session, id, orderId, admin } = fixture;
  await stripe.report("charge.refunded", stripe.charge(session, 700));
  expect(await listRefunds(orderId)).toEqual([]);
  const failed = stripe.event("refund.failed", stripe.failRefund(session));
  await stripe.send(failed);
  await stripe.send(failed);
  const rows = await listRefunds(orderId);
  expect(rows).toMatchObject([{ amount: 700, state: "failed" }]);
  const transfer = { refund: rows[0]?.id, transferred_on: toDay(app.clock.now), reference: "OP 1" };
  expect(await recordTransfer(createUserContext(admin, "a"), { orderId }, transfer)).toMatchObject({
    ok: true,
  });
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 700 }]);
});

test("the buyer of an unfulfilled order is mailed the reason when an admin sends a refused refund again", async () => {
  const fixture = await createPromotionFixture();
  const { stripe, teacher, placeOrder, id } = fixture;
  await placeOrder();
  await updateRow(listings, id, { state: "paused" });
  stripe.state.refuseRefunds = "charge_not_refundable";
  await stripe.report("checkout.session.completed", stripe.pay());
  const [paid] = await listOrders(id);
  stripe.state.refuseRefunds = null;
  const admin = createUserContext(await createAdmin(), "a");
  const again = refundOrder(
    admin,
    { orderId: paid?.id ?? "" },
    { reason: "Ne cerem scuze pentru întârziere" },
  );
  expect(await again).toMatchObject({ ok: true, value: { amount: 1900, state: "sent" } });
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual([
    "payment_refunded",
    "promotion_unpromotable",
  ]);
  expect(mails.find(({ template }) => template === "payment_refunded")?.text).toContain("întârziere");
});
