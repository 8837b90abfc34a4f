import { expect, test } from "vitest";
import { limitCounters, orders } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createTeacher, mailsTo, updateRow } from "../../helpers/factories";
import {
  createPaidOrder,
  DAY_MS,
  expectPromotions,
  expectRefunds,
  listRefunds,
} from "../../helpers/promotion-fixture";

type Fixture = Awaited<ReturnType<typeof createPaidOrder>>;

const requestLink = (form: Record<string, string>) => app.post(paths.withdrawals(), { form });
const findMails = async ({ teacher }: Fixture, template: string) =>
  (await mailsTo(teacher.email)).filter((mail) => mail.template === template);

test("the footer of each page and each mail with an invoice lead to /withdraw", async () => {
  const fixture = await createPaidOrder();
  const { orderId } = fixture;
  for (const [path, text] of [
    ["/", "Withdraw from a contract here"],
    ["/ro", "Retrageți-vă din contract aici"],
  ] as const) {
    expect(await app.read(path)).toContain(`/withdraw">${text}</a>`);
  }
  const [receipt] = await findMails(fixture, "payment_confirmed");
  expect(receipt?.text).toContain("Withdraw from a contract here: ");
  expect(receipt?.text).toContain(paths.withdrawals({ order: orderId }));
  expect(await app.read(paths.withdrawals({ order: orderId }))).toContain(`value="${orderId}"`);
});

test("signed in: /withdraw lists the orders, the second step states the contract, and confirms", async () => {
  const fixture = await createPaidOrder();
  const { orderId, teacher, id } = fixture;
  app.clock.now += 2 * DAY_MS;
  expect(await app.read(paths.withdrawals(), { as: teacher })).toContain(
    `href="${paths.withdrawOrder(orderId)}"`,
  );
  const statement = await app.read(paths.withdrawOrder(orderId), { as: teacher });
  expectText(
    statement,
    orderId,
    teacher.email,
    "You get 10.86 lei back. We keep 8.14 lei for the days that have begun",
    "Confirm withdrawal",
    `href="${paths.ownOrder(orderId)}"`,
  );
  expect(statement.split("10.86 lei")).toHaveLength(2);
  await expectRedirect(app.post(paths.withdrawOrder(orderId), { as: teacher }), paths.withdrawOrder(orderId));
  const done = await app.read(paths.withdrawOrder(orderId), { as: teacher });
  expectText(done, "You have withdrawn", orderId, "Nov 22, 2026", "10.86 lei");
  expect(done).not.toContain("Confirm withdrawal");
  await expectPromotions(id, { stoppedTs: app.clock.now });
  expect(await findMails(fixture, "withdrawal_confirmed")).toHaveLength(1);
  const again = await expectPage(app.post(paths.withdrawOrder(orderId), { as: teacher }), 409);
  expect(again).toContain("You can no longer withdraw");
  expect(await app.read(paths.withdrawals(), { as: teacher })).toContain(
    "There is no order that you can withdraw from now.",
  );

  const stranger = await createTeacher();
  await expectStatus(app.get(paths.withdrawOrder(orderId), { as: stranger }), 404);
  await expectStatus(app.post(paths.withdrawOrder(orderId), { as: stranger }), 404);
  await expectStatus(app.post(paths.withdrawOrder(orderId)), 401);
});

test("POST /api/orders/{id}/withdrawal withdraws the buyer, once", async () => {
  const { orderId, teacher } = await createPaidOrder();
  const call = async (user: { id: string; email: string }) =>
    app.post(paths.apiOrderWithdrawal(orderId), bearer(await createAccessToken(user)));
  await expectStatus(call(await createTeacher()), 404);
  const { content } = await (await expectStatus(call(teacher), 200)).json<{ content: object }>();
  expect(content).toMatchObject({ _id: orderId, refunds: [{ kind: "withdrawal" }] });
  await expectStatus(call(teacher), 409);
});

test("after fourteen days nothing is withdrawn", async () => {
  const { teacher, orderId, id } = await createPaidOrder({ days: 30 });
  app.clock.now += 16 * DAY_MS;
  const page = await app.read(paths.withdrawOrder(orderId), { as: teacher });
  expect(page).toContain("You cannot withdraw from this order");
  expect(page).not.toContain("Confirm withdrawal");
  await expectStatus(app.post(paths.withdrawOrder(orderId), { as: teacher }), 409);
  await expectPromotions(id, { stoppedTs: null });
});

test("signed out: the answer is the same for every order, and the mailed link withdraws", async () => {
  const fixture = await createPaidOrder();
  const { orderId, teacher } = fixture;
  const right = { order: ` ${orderId} `, email: teacher.email.toUpperCase() };
  for (const form of [
    right,
    { order: orderId, email: "strain@example.test" },
    { order: "nu-exista-000000", email: teacher.email },
  ]) {
    await expectRedirect(requestLink(form), paths.withdrawals({ sent: true }));
  }
  expect(await mailsTo("strain@example.test")).toEqual([]);
  const [mail, ...others] = await findMails(fixture, "withdrawal_link");
  expect(others).toEqual([]);
  const [link = ""] = mail?.text.match(/\/withdraw\/\S+/) ?? [];
  const refused = await expectPage(requestLink({ order: "", email: "ana" }), 422);
  for (const field of ["order", "email"]) expect(refused).toContain(`id="field-${field}-error"`);

  // Opening the link changes nothing, because mail programs open links automatically.
  const answer = await app.get(link);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(await answer.text()).toContain("Confirm withdrawal");
  expect(await listRefunds(orderId)).toEqual([]);
  const token = new URL(link, "https://x").searchParams.get("token") ?? "";
  await expectStatus(app.get(paths.withdrawOrder(orderId, { token: `${token.slice(1)}A` })), 404);
  await expectStatus(app.post(paths.withdrawOrder(orderId), { form: { token: "x" } }), 404);
  await expectRedirect(app.post(paths.withdrawOrder(orderId), { form: { token } }), link);
  expect(await app.read(link)).toContain("You have withdrawn");
  await expectRefunds(orderId, { kind: "withdrawal", actorId: null });
  await updateRow(orders, orderId, { buyerId: null });
  await expectStatus(app.get(link), 404);
});

test("an order gets at most five links a day, and a network 20 requests an hour", async () => {
  const fixture = await createPaidOrder();
  await db.delete(limitCounters);
  const form = { order: fixture.orderId, email: fixture.teacher.email };
  for (let n = 0; n < 20; n++) await expectStatus(requestLink(form), 303);
  expect(await findMails(fixture, "withdrawal_link")).toHaveLength(5);
  const refused = await expectStatus(requestLink(form), 429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain(form.order);
});
