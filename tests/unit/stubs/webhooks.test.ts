import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, press, promotion, startBench, until, WEBHOOK_SECRET } from "./bench";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.stop());

const pay = async () => {
  const { id, url } = await bench.stripe.checkout.sessions.create(promotion());
  await press(String(url), "pay");
  return id;
};
const ofType = (type: string) => bench.receiver.received.filter(({ event }) => event.type === type);
const listCompleted = () => ofType("checkout.session.completed");

test("events arrive signed, in Stripe's format", async () => {
  const id = await pay();
  await until(() => bench.receiver.received.length === 3);
  for (const { body, signature } of bench.receiver.received) {
    const event = await bench.stripe.webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET);
    expect(event).toMatchObject({ object: "event", api_version: Stripe.API_VERSION, livemode: false });
    await expect(
      bench.stripe.webhooks.constructEventAsync(body.replace("1900", "1"), signature, WEBHOOK_SECRET),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeSignatureVerificationError);
  }
  expect(listCompleted()[0]?.event.data.object).toMatchObject({
    id,
    payment_status: "paid",
    amount_total: 1900,
  });
  const types = bench.receiver.received.map(({ event }) => event.type).sort();
  expect(types).toEqual(["charge.succeeded", "checkout.session.completed", "payment_intent.succeeded"]);
});

test("a failed delivery is retried with the same event and a new signature", async () => {
  bench.receiver.status = 500;
  await pay();
  await until(() => listCompleted().length === 1);
  const countPending = async () => {
    const { data } = await bench.stripe.events.list();
    return data.filter((event) => event.pending_webhooks > 0).length;
  };
  expect(await countPending()).toBe(3);
  bench.receiver.status = 200;
  await until(() => listCompleted().length === 2);
  const [first, second] = listCompleted();
  expect(second?.body).toBe(first?.body);
  expect(second?.signature).not.toBe(first?.signature);
  await bench.stripe.webhooks.constructEventAsync(
    String(second?.body),
    String(second?.signature),
    WEBHOOK_SECRET,
  );
  // The payment's other events were refused as well. Each is retried separately.
  await expect.poll(countPending).toBe(0);
});

test("lost events arrive when they are sent by hand", async () => {
  const faults = JSON.stringify({ webhooks: { drop: 1 } });
  await fetch(`${bench.stubs.url}/control`, { method: "POST", body: faults });
  await pay();
  const { data } = await bench.stripe.events.list();
  const ids = data.map(({ id }) => id).toReversed();
  expect(ids).toHaveLength(3);
  for (const id of ids) await fetch(`${bench.stubs.url}/events/${id}/send`, { method: "POST" });
  expect(bench.receiver.received.map(({ event }) => event.id)).toEqual(ids);
});
