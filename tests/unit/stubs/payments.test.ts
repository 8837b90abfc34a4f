import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, press, promotion, startBench, until } from "./bench";

let bench: Bench;
let session: string;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.stop());

const open = async () => {
  const { id, url } = await bench.stripe.checkout.sessions.create(promotion());
  session = id;
  return String(url);
};
const pay = async () => press(await open(), "pay");
const act = async (action: string, fields: Record<string, string> = {}) =>
  (
    await fetch(`${bench.stubs.url}/payments/${session}`, {
      method: "POST",
      body: new URLSearchParams({ action, ...fields }),
      redirect: "manual",
    })
  ).status;
const page = async () => (await fetch(`${bench.stubs.url}/payments/${session}`)).text();
const events = async (...types: string[]) =>
  (await bench.stripe.events.list({ types, limit: 100 })).data.toReversed();
const entries = async () => {
  const { entries } = (await (await fetch(`${bench.stubs.url}/ledger.json`)).json()) as {
    entries: Record<string, unknown>[];
  };
  return entries;
};
const charge = async () => (await bench.stripe.charges.list()).data[0] as Stripe.Charge;

test("refunds in parts, exact to one ban, never more than was paid", async () => {
  await pay();
  expect(await act("refund", { amount: "400" })).toBe(303);
  expect(await act("refund", { amount: "1501" })).toBe(409);
  expect(await act("refund", { amount: "-1" })).toBe(409);
  expect(await entries()).toMatchObject([
    { order: "order_1", session, currency: "ron", charged: 1900, refunded: 400, disputed: 0, net: 1500 },
  ]);
  expect(await act("refund")).toBe(303);
  expect(await act("refund", { amount: "1" })).toBe(409);
  expect(await charge()).toMatchObject({ amount_refunded: 1900, refunded: true });
  const charges = await events("charge.refunded");
  expect(charges.map(({ data }) => (data.object as Stripe.Charge).amount_refunded)).toEqual([400, 1900]);
  expect(charges[0]?.request).toEqual({ id: null, idempotency_key: null });
});

test("a refund can fail later: the amount can be refunded again", async () => {
  await pay();
  await act("refund", { amount: "400" });
  const [refund] = (await bench.stripe.refunds.list()).data;
  expect(await act("fail-refund", { id: String(refund?.id) })).toBe(303);
  expect(await act("fail-refund", { id: String(refund?.id) })).toBe(409);
  expect(await charge()).toMatchObject({ amount_refunded: 0, refunded: false });
  const [failed] = await events("refund.failed");
  expect(failed?.data.object).toMatchObject({
    id: refund?.id,
    amount: 400,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  expect(await act("refund", { amount: "1900" })).toBe(303);
  expect(await entries()).toMatchObject([{ refunded: 1900, net: 0 }]);
});

test("a dispute withholds the amount until it is won; a lost one does not return it", async () => {
  await pay();
  await act("refund", { amount: "400" });
  expect(await act("dispute")).toBe(303);
  expect(await act("dispute")).toBe(409);
  const [dispute] = (await bench.stripe.disputes.list()).data;
  const id = String(dispute?.id);
  expect(dispute).toMatchObject({ amount: 1500, status: "needs_response", currency: "ron" });
  expect(await entries()).toMatchObject([{ refunded: 400, disputed: 1500, net: 0 }]);
  await expect(
    bench.stripe.refunds.create({ payment_intent: String(dispute?.payment_intent) }),
  ).rejects.toMatchObject({ code: "charge_disputed" });

  expect(await act("win", { id })).toBe(303);
  expect(await act("lose", { id })).toBe(409);
  expect(await bench.stripe.disputes.retrieve(id)).toMatchObject({ status: "won" });
  expect(await entries()).toMatchObject([{ disputed: 0, net: 1500 }]);

  await act("dispute");
  const [second] = (await bench.stripe.disputes.list({ limit: 1 })).data;
  expect(await act("lose", { id: String(second?.id) })).toBe(303);
  expect(await act("dispute")).toBe(409);
  expect(await entries()).toMatchObject([{ refunded: 400, disputed: 0, lost: 1500, net: 0 }]);
  expect((await events("charge.dispute.*")).map(({ type }) => type)).toEqual([
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.closed",
    "charge.dispute.funds_reinstated",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.closed",
  ]);
});

test("an inquiry withholds nothing, and can become a dispute or be closed", async () => {
  await pay();
  await act("inquiry");
  const [inquiry] = (await bench.stripe.disputes.list()).data;
  const id = String(inquiry?.id);
  expect(inquiry).toMatchObject({ status: "warning_needs_response", is_charge_refundable: true });
  expect(await entries()).toMatchObject([{ disputed: 0, net: 1900 }]);
  await act("lose", { id });
  expect(await bench.stripe.disputes.retrieve(id)).toMatchObject({ status: "needs_response" });
  expect(await entries()).toMatchObject([{ disputed: 1900, net: 0 }]);
  await act("win", { id });
  await act("inquiry");
  const [second] = (await bench.stripe.disputes.list({ limit: 1 })).data;
  await act("win", { id: String(second?.id) });
  expect(await bench.stripe.disputes.retrieve(String(second?.id))).toMatchObject({
    status: "warning_closed",
  });
});

test("a processing payment is decided from its page", async () => {
  await press(await open(), "later");
  expect(await page()).toContain("Let the payment succeed");
  expect(await act("refund")).toBe(409);
  expect(await act("succeed")).toBe(303);
  expect(await act("fail")).toBe(409);
  expect(await entries()).toMatchObject([{ charged: 1900, net: 1900 }]);
  await until(() =>
    bench.receiver.received.some(({ event }) => event.type === "checkout.session.async_payment_succeeded"),
  );
});

test("an unpaid session moves no money and can't be refunded", async () => {
  await open();
  expect(await act("refund")).toBe(409);
  expect(await act("dispute")).toBe(409);
  expect(await entries()).toEqual([]);
  session = "cs_nothing";
  expect(await act("refund")).toBe(404);
});
