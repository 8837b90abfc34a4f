import { expect, test } from "vitest";
import { paths } from "@/shared/paths";
import { mailsTo } from "../../helpers/factories";
import { createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { createPaidOrder } from "../../helpers/promotion-fixture";

test("an open dispute is a task until Stripe's deadline, with a mail to admins and evidence; a lost one is shown as lost", async () => {
  const { app, stripe, session, orderId, jar } = await createPaidOrder();
  const { admin, jar: as, headers } = await createAdminCaller(app);
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
    (await listFollowUp(app, { headers }, { queue: "payments" })).content.filter(
      ({ key }) => key === "payments:du_1",
    );

  await send("charge.dispute.created", "needs_response");
  await send("charge.dispute.funds_withdrawn", "needs_response");
  expect(await listTasks()).toMatchObject([
    {
      // A day of Bucharest.
      due: "2026-11-30",
      subject: { about: "Dispute to answer", path: paths.adminOrder(orderId) },
    },
  ]);
  const mails = await mailsTo(admin.email);
  expect(mails.map(({ template }) => template).filter((name) => name === "dispute_opened")).toHaveLength(1);
  const page = await app.read(paths.adminOrder(orderId), { as });
  for (const part of [
    "Reply in Stripe",
    "Nov 30, 2026, 12:30 AM",
    "The buyer says that the promotion was not provided",
    '/disputes/du_1"',
    "Offered for 14 days, not used",
    "Times shown as promoted",
  ]) {
    expect(page).toContain(part);
  }

  app.clock.now += 60_000;
  await send("charge.dispute.closed", "lost");
  expect(await listTasks()).toEqual([]);
  const json = await app.get(paths.apiOrder(orderId), { headers });
  expect(await json.json()).toMatchObject({ content: { state: "disputed", refunded_amount: 1900 } });
  const lost = await app.read(paths.adminOrders({ state: "dispute_lost" }), { as });
  expect(lost).toContain(orderId);
  expect(lost).toContain(">Dispute lost</span>");
  expect(await app.read(paths.adminOrders({ state: "refunded" }), { as })).not.toContain(orderId);
  expect(await app.read(paths.ownOrder(orderId), { as: jar })).toContain(">Disputed</span>");
});

test("an answered dispute waits for the bank and is no task", async () => {
  const { app, stripe, session, orderId } = await createPaidOrder();
  const { jar: as, headers } = await createAdminCaller(app);
  const dispute = { id: "du_2", object: "dispute", payment_intent: session.payment_intent };
  await stripe.report("charge.dispute.created", { ...dispute, status: "under_review" });
  const { content } = await listFollowUp(app, { headers }, { queue: "payments" });
  expect(content.filter(({ key }) => key === "payments:du_2")).toEqual([]);
  expect(await app.read(paths.adminOrder(orderId), { as })).toContain("The bank is deciding");
});
