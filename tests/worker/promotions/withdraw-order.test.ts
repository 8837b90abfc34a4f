import { expect, test } from "vitest";
import { orders } from "@/db/schema";
import { creditDays, reconcileRefunds, refundOrder, withdrawOrder } from "@/features/promotions";
import { HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { createAdmin, createTeacher, mailsTo, updateRow } from "../../helpers/factories";
import {
  createJobContext,
  createPaidOrder,
  createUserContext,
  DAY_MS,
  listOrders,
  listPromotions,
  listRefunds,
} from "../../helpers/promotion-fixture";

type PaidOrder = Awaited<ReturnType<typeof createPaidOrder>>;
const withdraw = (fixture: PaidOrder) =>
  withdrawOrder(createUserContext(fixture, fixture.teacher, "t"), fixture.orderId);

test("a buyer who used all seven days gets no refund, although an admin credited one more", async () => {
  const fixture = await createPaidOrder();
  fixture.app.clock.now += 8 * DAY_MS;
  const admin = createUserContext(fixture, await createAdmin(fixture.app), "a");
  const endsTs = (await listPromotions(fixture.id))[0]?.endsTs ?? 0;
  const credit = { orderId: fixture.orderId, days: 1, reason: "Ne cerem scuze", endsTs };
  expect(await creditDays(admin, credit)).toMatchObject({ ok: true });
  fixture.app.clock.now += HOUR_MS;
  expect(await withdraw(fixture)).toMatchObject({ refusal: { reason: "no_withdrawal" } });
});

test("the buyer withdraws: the promotion ends, the refund is sent once, and a mail confirms it", async () => {
  const fixture = await createPaidOrder();
  const { app, stripe, teacher, id, orderId } = fixture;
  app.clock.now += 2 * DAY_MS + HOUR_MS;
  const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(fixture)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.refusal.reason === "no_withdrawal")).toHaveLength(4);
  expect(await listOrders(id)).toMatchObject([
    { state: "partially_refunded", refundedAmount: 1086, withdrawnTs: app.clock.now },
  ]);
  expect(await listPromotions(id)).toMatchObject([{ stoppedTs: app.clock.now }]);
  expect(await listRefunds(orderId)).toMatchObject([
    { kind: "withdrawal", amount: 1086, state: "sent", actorId: teacher.id },
  ]);
  expect(stripe.refunds.all().map(({ amount }) => amount)).toEqual([1086]);
  await stripe.report("charge.refunded", stripe.charge(fixture.session));
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual(["payment_confirmed", "withdrawal_confirmed"]);
  const confirmed = mails.find(({ template }) => template === "withdrawal_confirmed")?.text;
  expect(confirmed).toContain(orderId);
  expect(confirmed).toContain("10.86 lei");
  expect(confirmed).toContain("within 14 days at the latest");
  expect(confirmed).toContain("Nov 22, 2026");
});

test("GET /payment-complete/{session} after a withdrawal shows the end of the promotion and the refund", async () => {
  const fixture = await createPaidOrder();
  await withdraw(fixture);
  const page = await (
    await fixture.app.get(`/payment-complete/${fixture.session.id}`, { as: fixture.jar })
  ).text();
  expect(page).toContain("has ended");
  expect(page).toContain("16.29 lei");
  expect(page).not.toContain("is promoted until");
});

test("the withdrawal mail says whether the promotion had started", async () => {
  const fixture = await createPaidOrder({ immediateStart: false });
  await withdraw(fixture);
  const findMail = async (email: string) =>
    (await mailsTo(email)).find(({ template }) => template.startsWith("withdrawal_"));
  expect(await findMail(fixture.teacher.email)).toMatchObject({ template: "withdrawal_before_start" });
  const text = (await findMail(fixture.teacher.email))?.text;
  expect(text).toContain("had not begun and will not begin");
  expect(text).toContain("we refund the full amount: 19 lei");
  expect(text).not.toContain("ended");
  const done = await fixture.app.read(paths.withdrawOrder(fixture.orderId), { as: fixture.jar });
  expect(done).toContain("The promotion will not begin. We are refunding the full amount");
  expect(done).not.toContain("The promotion has ended");
  const html = await fixture.app.read(paths.ownOrder(fixture.orderId), { as: fixture.jar });
  expect(html).toContain("before the promotion began");

  const started = await createPaidOrder();
  await withdraw(started);
  expect(await findMail(started.teacher.email)).toMatchObject({ template: "withdrawal_confirmed" });
});

test.each(["won", "lost"])(
  "a withdrawal during a dispute waits for its end: %s, the refund is sent or fails",
  async (status) => {
    const fixture = await createPaidOrder();
    const { app, stripe, session, orderId, id } = fixture;
    const later = () => {
      app.clock.now += 5 * 60_000;
      return reconcileRefunds(createJobContext(fixture));
    };
    const dispute = { id: `dp_${status}`, object: "dispute", payment_intent: session.payment_intent };
    // Stripe refuses the refund before the event of the dispute arrives.
    stripe.state.refuseRefunds = "charge_disputed";
    expect(await withdraw(fixture)).toMatchObject({ ok: true, value: { amount: 1629, state: "pending" } });
    await stripe.report("charge.dispute.created", { ...dispute, status: "needs_response" });
    await later();
    expect(await listRefunds(orderId)).toMatchObject([{ state: "pending" }]);
    await stripe.report("charge.dispute.closed", { ...dispute, status });
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
  const fixture = await createPaidOrder({ immediateStart: false });
  const { stripe, session, id } = fixture;
  await withdraw(fixture);
  await stripe.report("refund.failed", stripe.failRefund(session));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled", refundedAmount: 0 }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  const dispute = { id: "dp", object: "dispute", payment_intent: session.payment_intent };
  await stripe.report("charge.dispute.created", { ...dispute, status: "needs_response" });
  await stripe.report("charge.dispute.closed", { ...dispute, status: "won" });
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  // An admin sends the failed refund again.
  const admin = createUserContext(fixture, await createAdmin(fixture.app), "a");
  const again = await refundOrder(admin, { orderId: fixture.orderId }, { amount: null, reason: "Retragere" });
  expect(again).toMatchObject({ ok: true, value: { amount: 1900 } });
});

test("a parallel withdrawal and admin refund never exceed the amount paid", async () => {
  const fixture = await createPaidOrder({ immediateStart: false });
  const admin = createUserContext(fixture, await createAdmin(fixture.app), "a");
  await Promise.all([
    withdraw(fixture),
    refundOrder(admin, { orderId: fixture.orderId }, { amount: 700, reason: "Ne cerem scuze" }),
    withdraw(fixture),
  ]);
  expect(fixture.stripe.refunds.all().reduce((sum, refund) => sum + refund.amount, 0)).toBe(1900);
  expect(await listOrders(fixture.id)).toMatchObject([{ state: "refunded", refundedAmount: 1900 }]);
});

test("only the buyer can withdraw, and only from their own order", async () => {
  const fixture = await createPaidOrder();
  const stranger = await createTeacher(fixture.app);
  expect(await withdrawOrder(createUserContext(fixture, stranger, "t"), fixture.orderId)).toMatchObject({
    refusal: { code: "not_found" },
  });
  const admin = await createAdmin(fixture.app);
  expect(await withdrawOrder(createUserContext(fixture, admin, "a"), fixture.orderId)).toMatchObject({
    refusal: { code: "not_found" },
  });
  await expect(withdrawOrder(createJobContext(fixture), fixture.orderId)).rejects.toThrow();
  await updateRow(orders, fixture.orderId, { buyerId: null });
  expect(await withdraw(fixture)).toMatchObject({ refusal: { code: "not_found" } });
  expect(await listRefunds(fixture.orderId)).toEqual([]);
});
