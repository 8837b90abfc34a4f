import { expect, test, vi } from "vitest";
import { startCheckout } from "@/features/promotions";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";
import {
  createPromotionFixture,
  createUserContext,
  expectOrders,
  listMailTemplates,
  listOrders,
} from "../../helpers/promotion-fixture";

test("POST /ro/tutoring/{id}/promote opens Stripe in Romanian and returns to a Romanian URL", async () => {
  const { stripe, jar, id } = await createPromotionFixture();
  await app.post(`/ro/tutoring/${id}/promote`, { as: jar, form: { package: "top30", immediate_start: "0" } });
  const params = stripe.callsTo("/v1/checkout/sessions")[0]?.params;
  expect(params?.get("locale")).toBe("ro");
  expect(params?.get("line_items[0][price_data][product_data][name]")).toBe(
    "Promovare în rezultate, 30 de zile",
  );
  expect(params?.get("success_url")).toBe("https://catedra.test/payment-complete/{CHECKOUT_SESSION_ID}");
  expect(params?.get("cancel_url")).toBe(`https://catedra.test/tutoring/${id}/promote`);
  expect((await listOrders(id))[0]?.immediateStart).toBe(false);
});

test("an order resumed in the other language returns to that language, on success and on cancel", async () => {
  const { stripe, jar, id } = await createPromotionFixture();
  const form = { package: "top7", immediate_start: "0" };
  const returnsTo = async () => {
    const params = stripe.callsTo("/v1/checkout/sessions")[0]?.params;
    const success = params?.get("success_url")?.replace("{CHECKOUT_SESSION_ID}", stripe.last().id);
    const answers = [success, params?.get("cancel_url")].map((url) => app.get(String(url), { as: jar }));
    return (await Promise.all(answers)).map(({ status, headers }) => headers.get("location") ?? status);
  };
  const english = await app.post(`/tutoring/${id}/promote`, { as: jar, form });
  expect(await returnsTo()).toEqual([200, 200]);
  const romanian = await app.post(`/ro/tutoring/${id}/promote`, { as: jar, form });
  expect(romanian.headers.get("location")).toBe(english.headers.get("location"));
  const session = stripe.last().id;
  expect(await returnsTo()).toEqual([`/ro/payment-complete/${session}`, `/ro/tutoring/${id}/promote`]);
  await app.post(`/tutoring/${id}/promote`, { as: jar, form });
  expect(await returnsTo()).toEqual([200, 200]);
  expect(await listOrders(id)).toHaveLength(1);
});

test("two equal orders replaced by another package meanwhile expire their session at Stripe without an error", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  const created = () => stripe.callsTo("/v1/checkout/sessions").length;
  let secondOrder: Promise<Response> | undefined;
  stripe.state.whileAnswering = async () => {
    secondOrder = placeOrder();
    // The second request waits, because both use one idempotency key.
    while (created() < 2) await listOrders(id);
    await expectStatus(placeOrder({ package: "top14" }), 303);
  };
  await placeOrder();
  await secondOrder;
  const [first, second] = stripe.sessions.all().map(({ session }) => session);
  const expiry = `/v1/checkout/sessions/${first?.id}/expire`;
  expect(stripe.executed.filter((path) => path === expiry)).toEqual([expiry]);
  expect([first?.status, second?.status]).toEqual(["expired", "open"]);
  expect((await listOrders(id)).map(({ package: code, state }) => `${code} ${state}`).sort()).toEqual([
    "top14 open",
    "top7 expired",
  ]);
});

test("POST again with the same package returns the same checkout; with another package it replaces the order", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  const first = await placeOrder();
  const again = await placeOrder({ package: "top7" });
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  await expectOrders(id, { immediateStart: false });
  // Stripe has the order's current terms.
  expect(stripe.last().metadata).toMatchObject({ immediate_start: "false" });
  const old = stripe.last();
  const otherAnswer = await placeOrder({ package: "home7" });
  expect(stripe.sessions.get(old.id)?.session.status).toBe("expired");
  expect(otherAnswer.headers.get("location")).toBe(stripe.last().url);
  expect((await listOrders(id)).map((row) => [row.package, row.state])).toEqual(
    expect.arrayContaining([
      ["top7", "expired"],
      ["home7", "open"],
    ]),
  );
});

test("twenty parallel POSTs create one order and redirect to one checkout", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  stripe.state.delayMs = 5;
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder()));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(303));
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  expect(await listOrders(id)).toHaveLength(1);
  expect(stripe.sessions.size).toBe(1);
});

test("POST returns 503 while Stripe is unreachable; the next one continues with the same order and key", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  stripe.state.down = true;
  const answer = await expectStatus(placeOrder({ package: "top14" }), 503);
  expect(answer.headers.get("retry-after")).toBe("30");
  expect(await answer.text()).toContain("The payment service is not available");
  await expectOrders(id, { state: "created" });

  stripe.state.down = false;
  await expectStatus(placeOrder({ package: "top14" }), 303);
  const [row, ...more] = await listOrders(id);
  expect(more).toEqual([]);
  expect(row?.state).toBe("open");
  expect(stripe.callsTo("/v1/checkout/sessions").map((call) => call.key)).toEqual([
    `order-${row?.id}-en-${row?.consentTs}-false`,
  ]);
});

test("POST after a crash between session and order redirects to the session that Stripe created", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const lastSession = stripe.last();
  await db.run(
    `update orders set state = 'created', checkout_session_id = null, checkout_url = null, checkout_expires_ts = null where listing_id = '${id}'`,
  );
  expect((await placeOrder()).headers.get("location")).toBe(lastSession.url);
  expect(stripe.sessions.size).toBe(1);
});

test("POST after an abandoned checkout creates a new order, and mails nothing about the old one", async () => {
  const { stripe, placeOrder, id, teacher } = await createPromotionFixture();
  await placeOrder();
  stripe.expire();
  app.clock.now += 61 * 60_000;
  expect((await placeOrder()).headers.get("location")).toBe(stripe.last().url);
  expect((await listOrders(id)).map((row) => row.state)).toEqual(["expired", "open"]);
  expect(await listMailTemplates(teacher.email)).toEqual([]);
});

test("an unpaid order says until when it can be paid, and is canceled with its checkout", async () => {
  const { stripe, placeOrder, id, jar, teacher } = await createPromotionFixture();
  const place = async () => {
    await placeOrder();
    return (await listOrders(id)).at(-1)?.id ?? "";
  };
  const cancel = (orderId: string) => app.post(paths.cancelOrder(orderId), { as: jar });
  const orderId = await place();
  expectText(
    await app.read(paths.ownOrder(orderId), { as: jar }),
    "You can pay until Nov 20, 2026, 12:00 PM.",
  );
  await expectStatus(app.post(paths.cancelOrder(orderId), { as: await createTeacher() }), 404);
  stripe.state.down = true;
  expectText(
    await expectPage(cancel(orderId), 503),
    "The payment service is not available",
    "Cancel the order",
  );
  stripe.state.down = false;
  for (let click = 0; click < 2; click++) await expectRedirect(cancel(orderId), paths.ownOrder(orderId));
  expect(stripe.last().status).toBe("expired");
  const closed = await app.read(paths.ownOrder(orderId), { as: jar });
  expectText(closed, "The order was closed without a payment.", "Promote again");
  expect(closed).not.toContain("Cancel the order");

  // The webhook of a payment is still on its way.
  app.clock.now += 1000;
  const paidId = await place();
  stripe.pay();
  expectText(await expectPage(cancel(paidId), 409), "The order was paid meanwhile", "Promoted now");
  const headers = bearer(await createAccessToken(teacher));
  const refused = await expectStatus(app.post(paths.apiOrderCancellation(paidId), headers), 409);
  expect(await refused.json()).toMatchObject({ title: "order_paid" });
  await expectOrders(id, { state: "expired" }, { state: "fulfilled" });
  const canceled = await app.post(paths.apiOrderCancellation(orderId), headers);
  expect(await canceled.json()).toMatchObject({ content: { _id: orderId, state: "expired" } });
});

test("POST after a payment without a webhook yet redirects to the payment page, not to a second checkout", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.pay();
  const answer = await placeOrder({ package: "top30" });
  expect(answer.headers.get("location")).toBe(`/payment-complete/${session.id}`);
  expect((await listOrders(id)).map((row) => row.state)).toEqual(["fulfilled"]);
});

test("POST while a payment is processing redirects to the payment page", async () => {
  const { stripe, placeOrder, id, jar } = await createPromotionFixture();
  await placeOrder();
  const session = stripe.payLater();
  await stripe.report("checkout.session.completed", session);
  for (const form of [{ package: "top7" }, { package: "top30" }]) {
    expect((await placeOrder(form)).headers.get("location")).toBe(`/payment-complete/${session.id}`);
  }
  expect(await listOrders(id)).toHaveLength(1);
  const html = await app.read(`/tutoring/${id}/promote`, { as: jar });
  expect(html).toContain("Your payment is being processed");
  expect(html).not.toContain('name="package"');
});

test("POST /tutoring/{id}/promote waits eight seconds for Stripe, and keeps an order that can be resumed", async () => {
  const fixture = await createPromotionFixture();
  fixture.stripe.state.delayMs = 60_000;
  const alarms = new Map<number, () => void>();
  // The test controls the clock.
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(((ring: () => void, ms = 0) => {
    alarms.set(ms, ring);
    return 0;
  }) as unknown as typeof setTimeout);
  const buyer = createUserContext(fixture.teacher, "t");
  const answer = startCheckout(buyer, fixture.id, { package: "top7", immediate_start: true });
  while (fixture.stripe.calls.length === 0) await listOrders(fixture.id);
  alarms.get(8000)?.();
  expect(await answer).toMatchObject({ ok: false, refusal: { code: "unavailable", retryAfter: 30 } });
  await expectOrders(fixture.id, { state: "created" });
  timers.mockRestore();
  // Stripe answers at last, and the retry pays for the same order.
  fixture.stripe.state.delayMs = 0;
  alarms.get(60_000)?.();
  const again = await fixture.placeOrder();
  expect(again.headers.get("location")).toBe(fixture.stripe.last().url);
  await expectOrders(fixture.id, { state: "open" });
});
