import { expect, test } from "vitest";
import { creditDays, reconcileRefunds, refundOrder, withdrawOrder } from "@/features/promotions";
import { HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, expectText } from "../../helpers/app";
import { createAdmin, mailsTo } from "../../helpers/factories";
import {
  createJobContext,
  createPaidOrder,
  createUserContext,
  DAY_MS,
  expectOrders,
  expectPromotions,
  expectRefunds,
  listPromotions,
} from "../../helpers/promotion-fixture";

type PaidOrder = Awaited<ReturnType<typeof createPaidOrder>>;
const withdraw = (fixture: PaidOrder) =>
  withdrawOrder(createUserContext(fixture.teacher, "t"), fixture.orderId);

test("a buyer who used all seven days gets no refund, although an admin credited one more", async () => {
  const fixture = await createPaidOrder();
  app.clock.now += 8 * DAY_MS;
  const admin = createUserContext(await createAdmin(), "a");
  const endsTs = (await listPromotions(fixture.id))[0]?.endsTs ?? 0;
  const credit = { orderId: fixture.orderId, days: 1, reason: "Ne cerem scuze", endsTs };
  expect(await creditDays(admin, credit)).toMatchObject({ ok: true });
  app.clock.now += HOUR_MS;
  expect(await withdraw(fixture)).toMatchObject({ refusal: { reason: "no_withdrawal" } });
});

test("the buyer withdraws: the promotion ends, the refund is sent once, and a mail confirms it", async () => {
  const fixture = await createPaidOrder();
  const { stripe, teacher, id, orderId } = fixture;
  app.clock.now += 2 * DAY_MS + HOUR_MS;
  const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(fixture)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.refusal.reason === "no_withdrawal")).toHaveLength(4);
  await expectOrders(id, { state: "partially_refunded", refundedAmount: 1086, withdrawnTs: app.clock.now });
  await expectPromotions(id, { stoppedTs: app.clock.now });
  await expectRefunds(orderId, { kind: "withdrawal", amount: 1086, state: "sent", actorId: teacher.id });
  expect(stripe.refunds.all().map(({ amount }) => amount)).toEqual([1086]);
  await stripe.report("charge.refunded", stripe.charge(fixture.session));
  const mails = await mailsTo(teacher.email);
  expect(mails.map(({ template }) => template).sort()).toEqual(["payment_confirmed", "withdrawal_confirmed"]);
  const confirmed = mails.find(({ template }) => template === "withdrawal_confirmed")?.text;
  expectText(
    confirmed,
    orderId,
    "10.86 lei",
    "We keep 8.14 lei for 3 days of 7 days",
    "within 14 days at the latest",
    "Nov 22, 2026",
  );
});

test("the withdrawal mail says whether the promotion had started", async () => {
  const fixture = await createPaidOrder({ immediateStart: false });
  await withdraw(fixture);
  const findMail = async (email: string) =>
    (await mailsTo(email)).find(({ template }) => template.startsWith("withdrawal_"));
  expect(await findMail(fixture.teacher.email)).toMatchObject({ template: "withdrawal_before_start" });
  const text = (await findMail(fixture.teacher.email))?.text;
  expectText(text, "had not begun and will not begin", "we refund the full amount: 19 lei");
  expect(text).not.toContain("ended");
  const done = await app.read(paths.withdrawOrder(fixture.orderId), { as: fixture.jar });
  expect(done).toContain("The promotion will not begin. We are refunding the full amount");
  expect(done).not.toContain("The promotion has ended");
  const html = await app.read(paths.ownOrder(fixture.orderId), { as: fixture.jar });
  expect(html).toContain("before the promotion began");

  const started = await createPaidOrder();
  await withdraw(started);
  expect(await findMail(started.teacher.email)).toMatchObject({ template: "withdrawal_confirmed" });
});

test.each(["won", "lost"])(
  "a withdrawal during a dispute waits for its end: %s, the refund is sent or fails",
  async (status) => {
    const fixture = await createPaidOrder();
    const { stripe, session, orderId, id } = fixture;
    const later = () => {
      app.clock.now += 5 * 60_000;
      return reconcileRefunds(createJobContext());
    };
    // Stripe refuses the refund before the event of the dispute arrives.
    stripe.state.refuseRefunds = "charge_disputed";
    expect(await withdraw(fixture)).toMatchObject({ ok: true, value: { amount: 1629, state: "pending" } });
    await stripe.dispute("created", session, "needs_response");
    await later();
    await expectRefunds(orderId, { state: "pending" });
    await stripe.dispute("closed", session, status);
    if (status === "won") stripe.state.refuseRefunds = null;
    await later();
    await expectRefunds(orderId, { state: status === "won" ? "sent" : "failed" });
    await expectOrders(
      id,
      status === "won"
        ? { state: "partially_refunded", refundedAmount: 1629 }
        : { state: "refunded", refundedAmount: 1900 },
    );
  },
);

test("neither a failed refund nor a won dispute restores a withdrawn promotion", async () => {
  const fixture = await createPaidOrder({ immediateStart: false });
  const { stripe, session, id } = fixture;
  await withdraw(fixture);
  await stripe.report("refund.failed", stripe.failRefund(session));
  await expectOrders(id, { state: "fulfilled", refundedAmount: 0 });
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  await stripe.dispute("created", session, "needs_response");
  await stripe.dispute("closed", session, "won");
  await expectOrders(id, { state: "fulfilled" });
  expect((await listPromotions(id))[0]?.stoppedTs).not.toBeNull();
  // An admin sends the failed refund again.
  const admin = createUserContext(await createAdmin(), "a");
  const again = await refundOrder(admin, { orderId: fixture.orderId }, { amount: null, reason: "Retragere" });
  expect(again).toMatchObject({ ok: true, value: { amount: 1900 } });
});

test("a parallel withdrawal and admin refund never exceed the amount paid", async () => {
  const fixture = await createPaidOrder({ immediateStart: false });
  const admin = createUserContext(await createAdmin(), "a");
  await Promise.all([
    withdraw(fixture),
    refundOrder(admin, { orderId: fixture.orderId }, { amount: 700, reason: "Ne cerem scuze" }),
    withdraw(fixture),
  ]);
  expect(fixture.stripe.refunds.all().reduce((sum, refund) => sum + refund.amount, 0)).toBe(1900);
  await expectOrders(fixture.id, { state: "refunded", refundedAmount: 1900 });
});
