import { expect, test, vi } from "vitest";
import { app, expectStatus } from "../../helpers/app";
import { countRows, mailsTo } from "../../helpers/factories";
import {
  createPromotionFixture,
  expectOrders,
  findPaymentEvent,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

test.each([
  ["amount", { amount_total: 1 }, "failed"],
  ["currency", { currency: "eur" }, "failed"],
  // The order's own session can still be paid.
  ["session", { id: "cs_test_another" }, "open"],
] as const)(
  "POST /webhooks/stripe with another %s than the order stores the event and promotes nothing",
  async (_, change, state) => {
    const { stripe, teacher, placeOrder, id } = await createPromotionFixture();
    const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
    await placeOrder();
    const event = stripe.event("checkout.session.completed", { ...stripe.pay(), ...change });
    await expectStatus(stripe.send(event), 200);
    expect(await findPaymentEvent(event.id)).toMatchObject({
      outcome: "mismatch",
      orderId: (await listOrders(id))[0]?.id,
    });
    expect((await findPaymentEvent(event.id))?.detail).not.toBe("");
    expect(JSON.parse(String(warnings.mock.calls[0]?.[0]))).toMatchObject({
      level: "warn",
      event: "payment_mismatch",
      stripe_event_id: event.id,
    });
    await expectOrders(id, { state });
    expect(await listPromotions(id)).toEqual([]);
    expect(await mailsTo(teacher.email)).toEqual([]);
  },
);

test("POST /tutoring/{id}/promote sells again after a mismatched payment, which stays listed for review", async () => {
  const { stripe, jar, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const strange = Object.assign(stripe.pay(), { amount_total: 1, currency: "eur" });
  const event = stripe.event("checkout.session.completed", strange);
  await stripe.send(event);
  // Until a dispute or refund is known, it is reported as a mismatch.
  const page = await app.get(`/payment-complete/${strange.id}`, { as: jar });
  expect(await page.text()).toContain("We are looking into your payment");
  expect((await placeOrder()).headers.get("location")).toContain("https://stubs.test/pay/");
  await stripe.report("checkout.session.completed", stripe.pay());
  await expectOrders(id, { state: "failed" }, { state: "fulfilled" });
  expect(await listPromotions(id)).toHaveLength(1);
  // Refunds of it do not belong to the order and create no invoices.
  const dispute = { id: "dp_12", object: "dispute", status: "lost", amount: 1, currency: "eur" };
  const lost = stripe.event("charge.dispute.closed", { ...dispute, payment_intent: strange.payment_intent });
  await stripe.send(lost);
  await expectOrders(id, { state: "failed", refundedAmount: 0 }, {});
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "mismatch" });
  expect(await findPaymentEvent(lost.id)).toMatchObject({ outcome: "mismatch" });
});

test("POST /webhooks/stripe rejects an event of live mode and one of an unknown order", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
  await placeOrder();
  const live = stripe.event("checkout.session.completed", stripe.pay(), { livemode: true });
  const foreign = stripe.event("checkout.session.completed", {
    ...stripe.last(),
    client_reference_id: "unknown",
    metadata: {},
  });
  await expectStatus(stripe.send(live), 200);
  await expectStatus(stripe.send(foreign), 200);
  expect(await findPaymentEvent(live.id)).toMatchObject({
    outcome: "mismatch",
    orderId: (await listOrders(id))[0]?.id,
  });
  expect(await findPaymentEvent(foreign.id)).toMatchObject({ outcome: "unknown_order" });
  expect(warnings.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { event: "payment_mismatch", stripe_event_id: live.id },
    { event: "payment_alert", stripe_event_id: foreign.id, detail: "unknown order: unknown" },
  ]);
  expect(await listPromotions(id)).toEqual([]);
});

test("POST /webhooks/stripe returns 400 without a current Stripe signature, and writes no row", async () => {
  const { stripe, placeOrder, id } = await createPromotionFixture();
  await placeOrder();
  const body = JSON.stringify(stripe.event("checkout.session.completed", stripe.pay()));
  const now = Math.floor(app.clock.now / 1000);
  const good = await stripe.sign(body);
  const v1 = good.split("v1=")[1] ?? "";
  const before = await countRows("payment_events");
  const bad: [string | null, string][] = [
    [null, body],
    ["nonsense", body],
    [`t=${now}`, body],
    [`v1=${v1}`, body],
    [`t=${now},v0=${v1}`, body],
    [`t=${now},v1=${"0".repeat(64)}`, body],
    [`t=${now + 1},v1=${v1}`, body],
    [good, body.replace("1900", "1")],
    [await stripe.sign(body, now, "whsec_another"), body],
    [await stripe.sign(body, now - 301), body],
    [await stripe.sign("no json"), "no json"],
    [await stripe.sign("{}"), "{}"],
  ];
  for (const [signature, event] of bad) {
    const headers: HeadersInit = signature === null ? {} : { "stripe-signature": signature };
    const answer = await app.post("/webhooks/stripe", { body: event, headers });
    expect(answer.status, `${signature} ${event.slice(0, 20)}`).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  }
  expect(await countRows("payment_events")).toBe(before);
  expect(await listPromotions(id)).toEqual([]);
  const two = `t=${now},v1=${"0".repeat(64)},v1=${v1}`;
  await expectStatus(app.post("/webhooks/stripe", { body, headers: { "stripe-signature": two } }), 200);
});

test("POST /webhooks/stripe returns 500 when an event fails, stores the error, and applies it when sent again", async () => {
  const { stripe, id, buy } = await createPromotionFixture();
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const session = await buy();
  const event = stripe.event("charge.refunded", stripe.charge(session, 1900));
  stripe.state.down = true;
  await expectStatus(stripe.send(event), 500);
  expect(await findPaymentEvent(event.id)).toMatchObject({
    outcome: "failed",
    orderId: (await listOrders(id))[0]?.id,
  });
  expect((await findPaymentEvent(event.id))?.detail).toContain("connection");
  await expectOrders(id, { state: "fulfilled" });
  complaints.mockClear();
  stripe.state.down = false;
  await expectStatus(stripe.send(event), 200);
  expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "applied", detail: "" });
  await expectOrders(id, { state: "refunded" });
});
