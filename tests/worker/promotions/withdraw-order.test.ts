import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders } from "@/db/schema";
import { creditDays, reconcileRefunds, refundOrder, withdrawOrder } from "@/features/promotions";
import { HOUR_MS } from "@/shared/dates";
import { db } from "../../helpers/app";
import { createAdmin, createTeacher, mailsTo, signIn } from "../../helpers/factories";
import {
  createPaidOrder,
  createUserContext,
  DAY_MS,
  jobContext,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

type PaidOrder = Awaited<ReturnType<typeof createPaidOrder>>;
const withdraw = (own: PaidOrder) => withdrawOrder(createUserContext(own, own.teacher, "t"), own.orderId);

test("a buyer who used all seven days gets no refund, although an admin credited one more", async () => {
  const own = await createPaidOrder();
  own.app.clock.now += 8 * DAY_MS;
  const admin = createUserContext(own, await createAdmin(own.app), "a");
  const credit = { orderId: own.orderId, days: 1, reason: "Ne cerem scuze" };
  expect(await creditDays(admin, credit)).toMatchObject({ ok: true });
  own.app.clock.now += HOUR_MS;
  expect(await withdraw(own)).toMatchObject({ refusal: { reason: "no_withdrawal" } });
});

test("a buyer who withdraws while the rest is queued pays for the used days only", async () => {
  const own = await createPaidOrder();
  const { app, stripe, session, id } = own;
  const { now } = app.clock;
  const dispute = { id: "dp_rest", object: "dispute", payment_intent: session.payment_intent };
  app.clock.now = now + 3 * DAY_MS;
  await stripe.send(stripe.event("charge.dispute.created", { ...dispute, status: "needs_response" }));
  const form = { package: "top14", immediate_start: "1" };
  await app.post(`/tutoring/${id}/promote`, { as: await signIn(app, own.teacher), form });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  app.clock.now = now + 4 * DAY_MS;
  await stripe.send(stripe.event("charge.dispute.closed", { ...dispute, status: "won" }));
  expect((await listPromotions(id)).map(({ startsTs }) => startsTs)).toEqual([
    now + 3 * DAY_MS,
    now + 17 * DAY_MS,
  ]);
  expect(await withdraw(own)).toMatchObject({ ok: true, value: { amount: 1086 } });
});

test("the buyer withdraws: the promotion ends, the refund is sent once, and a mail confirms it", async () => {
  const own = await createPaidOrder();
  const { app, stripe, teacher, id, orderId } = own;
  app.clock.now += 2 * DAY_MS + HOUR_MS;
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(own)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.refusal.reason === "no_withdrawal")).toHaveLength(9);
  expect(await listOrders(id)).toMatchObject([
    { state: "partially_refunded", refundedAmount: 1086, withdrawnTs: app.clock.now },
  ]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: app.clock.now }]);
  expect(await listRefunds(orderId)).toMatchObject([
    { kind: "withdrawal", amount: 1086, state: "sent", actorId: teacher.id },
  ]);
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1086]);
  await stripe.send(stripe.event("charge.refunded", stripe.charge(own.session)));
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual([
    "payment_confirmed",
    "promotion_started",
    "withdrawal_confirmed",
    "withdrawal_refunded",
  ]);
  const confirmed = mails.find(({ template }) => template === "withdrawal_confirmed")?.text;
  expect(confirmed).toContain(orderId);
  expect(confirmed).toContain("10.86 lei");
  expect(confirmed).toContain("Nov 22, 2026");
});

test("GET /payment-complete/{session} after a withdrawal shows the end of the promotion and the refund", async () => {
  const own = await createPaidOrder();
  await withdraw(own);
  const page = await (await own.app.get(`/payment-complete/${own.session.id}`, { as: own.jar })).text();
  expect(page).toContain("has ended");
  expect(page).toContain("16.29 lei");
  expect(page).not.toContain("is promoted until");
});

test("a withdrawal before the start refunds the whole price", async () => {
  const own = await createPaidOrder({ package: "top7" });
  own.app.clock.now += 10 * DAY_MS;
  expect(await withdraw(own)).toMatchObject({ ok: true, value: { amount: 1900, state: "sent" } });
  expect(await listOrders(own.id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});

test("the withdrawal mail says whether the promotion had started", async () => {
  const own = await createPaidOrder({ package: "top7" });
  await withdraw(own);
  const findMail = async (email: string) =>
    (await mailsTo(email)).find(({ template }) => template.startsWith("withdrawal_"));
  expect(await findMail(own.teacher.email)).toMatchObject({ template: "withdrawal_before_start" });
  const text = (await findMail(own.teacher.email))?.text;
  expect(text).toContain("had not begun and will not begin");
  expect(text).toContain("we refund the full amount: 19 lei");
  expect(text).not.toContain("ended");
  const page = await own.app.get(`/profile/promotions/${own.orderId}?done=withdrawn`, { as: own.jar });
  const html = await page.text();
  expect(html).toContain("The promotion will not begin. We are refunding the full amount");
  expect(html).toContain("before the promotion began");
  expect(html).not.toContain("The promotion has ended");

  const started = await createPaidOrder();
  await withdraw(started);
  expect(await findMail(started.teacher.email)).toMatchObject({ template: "withdrawal_confirmed" });
});

test("a withdrawal while Stripe is unreachable applies immediately; the job sends the refund", async () => {
  const own = await createPaidOrder();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  own.stripe.state.down = true;
  expect(await withdraw(own)).toMatchObject({ ok: true, value: { amount: 1629, state: "pending" } });
  expect((await listPromotions(own.id))[0]?.stoppedTs).not.toBeNull();
  own.stripe.state.down = false;
  own.app.clock.now += 5 * 60_000;
  await reconcileRefunds(jobContext(own));
  expect(own.stripe.refunds.map(({ amount }) => amount)).toEqual([1629]);
  expect(await listOrders(own.id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 1629 }]);
});

test.each(["won", "lost"])(
  "a withdrawal during a dispute waits for its end: %s, the refund is sent or fails",
  async (status) => {
    const own = await createPaidOrder();
    const { app, stripe, session, orderId, id } = own;
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const later = () => {
      app.clock.now += 5 * 60_000;
      return reconcileRefunds(jobContext(own));
    };
    const dispute = { id: `dp_${status}`, object: "dispute", payment_intent: session.payment_intent };
    // Stripe refuses the refund before the event of the dispute arrives.
    stripe.state.refuseRefunds = "charge_disputed";
    expect(await withdraw(own)).toMatchObject({ ok: true, value: { amount: 1629, state: "pending" } });
    await stripe.send(stripe.event("charge.dispute.created", { ...dispute, status: "needs_response" }));
    await later();
    expect(await listRefunds(orderId)).toMatchObject([{ state: "pending" }]);
    await stripe.send(stripe.event("charge.dispute.closed", { ...dispute, status }));
    if (status === "won") stripe.state.refuseRefunds = null;
    await later();
    expect(await listRefunds(orderId)).toMatchObject([{ state: status === "won" ? "sent" : "failed" }]);
    expect(await listOrders(id)).toMatchObject([
      status === "won"
        ? { state: "partially_refunded", refundedAmount: 1629 }
        : { state: "refunded", refundedAmount: 1900 },
    ]);
  },
);

test("neither a failed refund nor a won dispute restores a withdrawn promotion", async () => {
  const own = await createPaidOrder({ package: "top7" });
  const { stripe, session, id } = own;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await withdraw(own);
  await stripe.send(stripe.event("refund.failed", stripe.failRefund(session)));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  const dispute = { id: "dp", object: "dispute", payment_intent: session.payment_intent };
  await stripe.send(stripe.event("charge.dispute.created", { ...dispute, status: "needs_response" }));
  await stripe.send(stripe.event("charge.dispute.closed", { ...dispute, status: "won" }));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  // An admin sends the failed refund again.
  const admin = createUserContext(own, await createAdmin(own.app), "a");
  const again = await refundOrder(admin, { orderId: own.orderId, amount: null, reason: "Retragere" });
  expect(again).toMatchObject({ ok: true, value: { amount: 1900 } });
});

test("a parallel withdrawal and admin refund never exceed the amount paid", async () => {
  const own = await createPaidOrder({ package: "top7" });
  const admin = createUserContext(own, await createAdmin(own.app), "a");
  await Promise.all([
    withdraw(own),
    refundOrder(admin, { orderId: own.orderId, amount: 700, reason: "Ne cerem scuze" }),
    withdraw(own),
  ]);
  expect(own.stripe.refunds.reduce((sum, one) => sum + one.amount, 0)).toBe(1900);
  expect(await listOrders(own.id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});

test("only the buyer can withdraw, and only from their own order", async () => {
  const own = await createPaidOrder();
  const stranger = await createTeacher(own.app);
  expect(await withdrawOrder(createUserContext(own, stranger, "t"), own.orderId)).toMatchObject({
    refusal: { code: "not_found" },
  });
  const admin = await createAdmin(own.app);
  expect(await withdrawOrder(createUserContext(own, admin, "a"), own.orderId)).toMatchObject({
    refusal: { code: "not_found" },
  });
  await expect(withdrawOrder(jobContext(own), own.orderId)).rejects.toThrow();
  await db.update(orders).set({ buyerId: null }).where(eq(orders.id, own.orderId));
  expect(await withdraw(own)).toMatchObject({ refusal: { code: "not_found" } });
  expect(await listRefunds(own.orderId)).toEqual([]);
});
