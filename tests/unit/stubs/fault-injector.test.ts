import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSeededRandom } from "../../../dev/stubs/seeded-random";
import { type Bench, press, promotion, SECRET_KEY, startBench, until } from "./bench";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.stop());

const control = (changes: unknown) =>
  fetch(`${bench.stubs.url}/control`, { method: "POST", body: JSON.stringify(changes) });
// Asked again within the same second or not: the same key needs the same parameters.
const wanted = promotion();
const create = (key?: string) =>
  bench.stripe.checkout.sessions.create(wanted, key ? { idempotencyKey: key } : {});
const sessions = async () => (await bench.stripe.checkout.sessions.list()).data.length;
const pay = async () => press(String((await create()).url), "pay");
const listReceivedIds = () => bench.receiver.received.map(({ event }) => event.id);
const settled = async () => {
  for (let before = -1; before !== listReceivedIds().length; ) {
    before = listReceivedIds().length;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
};

test("connection refused: no response, and nothing is executed", async () => {
  await control({ api: { outage: "refuse" } });
  await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await control({ api: { outage: "none" } });
  expect(await sessions()).toBe(0);
});

test("500 and 429 are Stripe's errors, and nothing is executed", async () => {
  await control({ api: { outage: "error" } });
  await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  await control({ api: { outage: "limit" } });
  await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  await control({ api: { outage: "none" } });
  expect(await sessions()).toBe(0);
});

test("a lost response: the request is executed, and its key returns the response later", async () => {
  await control({ api: { outage: "cut" } });
  await expect(create("once")).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await control({ api: { outage: "none" } });
  const [session] = (await bench.stripe.checkout.sessions.list()).data;
  expect((await create("once")).id).toBe(session?.id);
  expect(await sessions()).toBe(1);
});

test("a slow response: the request is executed even if the client does not wait", async () => {
  await control({ api: { outage: "slow", slow_ms: 400 } });
  const hasty = new Stripe(SECRET_KEY, {
    host: "127.0.0.1",
    port: new URL(bench.stubs.url).port,
    protocol: "http",
    maxNetworkRetries: 0,
    timeout: 100,
  });
  await expect(hasty.checkout.sessions.create(promotion())).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  );
  const startTs = Date.now();
  expect(await sessions()).toBe(1);
  expect(Date.now() - startTs).toBeGreaterThanOrEqual(390);
});

test("faults occur with their probability, in the same calls for the same seed", async () => {
  const outcomes = async () => {
    await control({ seed: 7, api: { outage: "error", probability: 0.4 } });
    const all: boolean[] = [];
    for (let call = 0; call < 30; call++) {
      all.push(
        await sessions().then(
          () => true,
          () => false,
        ),
      );
    }
    return all;
  };
  const first = await outcomes();
  expect(new Set(first).size).toBe(2);
  expect(await outcomes()).toEqual(first);
});

test("sends copies of each event out of order", async () => {
  await control({ seed: 3, webhooks: { copies: 5, delay_ms: 300 } });
  await pay();
  await pay();
  await until(() => listReceivedIds().length === 30);
  await settled();
  expect(listReceivedIds()).toHaveLength(30);
  const emitted = (await bench.stripe.events.list()).data.toReversed().map(({ id }) => id);
  const firsts = [...new Set(listReceivedIds())];
  expect(firsts.toSorted()).toEqual(emitted.toSorted());
  expect(firsts).not.toEqual(emitted);
});

test("loses copies permanently; events sent by hand arrive", async () => {
  await control({ webhooks: { drop: 1 } });
  await pay();
  await settled();
  expect(listReceivedIds()).toEqual([]);
  const { data } = await bench.stripe.events.list({ delivery_success: false });
  expect(data).toHaveLength(3);
  await fetch(`${bench.stubs.url}/events/${data[0]?.id}/send`, {
    method: "POST",
    body: new URLSearchParams(),
  });
  expect(listReceivedIds()).toEqual([data[0]?.id]);
});

test("held events are not copied and are sent at the release", async () => {
  await control({ webhooks: { copies: 3 } });
  await fetch(`${bench.stubs.url}/events/hold`, {
    method: "POST",
    body: new URLSearchParams({ action: "hold" }),
  });
  await pay();
  await settled();
  expect(listReceivedIds()).toEqual([]);
});

test("faults can also be set by a form, survive a restart, and can be reset", async () => {
  const set = (settings: object | string) =>
    fetch(`${bench.stubs.url}/faults`, {
      method: "POST",
      body: new URLSearchParams({
        settings: typeof settings === "string" ? settings : JSON.stringify(settings),
      }),
      redirect: "manual",
    });
  const settings = {
    api: { outage: "limit", probability: 0.5, slow_ms: 100 },
    webhooks: { copies: 2, delay_ms: 20, drop: 0.1 },
    push: { status: 429, retry_after_s: 30 },
  };
  expect((await set(settings)).status).toBe(303);
  for (const wrong of [
    "{",
    { api: { outage: "fire" } },
    { api: { probability: 2 } },
    { push: { status: 418 } },
  ])
    expect((await set(wrong)).status).toBe(422);
  await bench.stubs.stop();
  const again = await startBench({ dataDir: bench.dataDir });
  const current = async () => (await fetch(`${again.stubs.url}/control`)).json();
  expect(await current()).toEqual(settings);
  expect(await (await fetch(again.stubs.url)).text()).toContain("faults are on");
  await fetch(`${again.stubs.url}/faults`, {
    method: "POST",
    body: new URLSearchParams({ action: "reset" }),
  });
  expect(await current()).toMatchObject({
    api: { outage: "none" },
    webhooks: { copies: 1, drop: 0 },
    push: { status: 201 },
  });
  await again.stop();
});

test("a malformed request changes nothing", async () => {
  for (const wrong of [{ api: { outage: "fire" } }, { webhooks: { copies: 0 } }, { weather: "rain" }, "x"]) {
    expect((await control(wrong)).status).toBe(400);
  }
});

test("the same seed repeats the same evenly distributed numbers", () => {
  const [first, other] = [createSeededRandom(42), createSeededRandom(42)];
  const thrown = Array.from({ length: 10_000 }, () => first());
  expect(Array.from({ length: 10_000 }, () => other())).toEqual(thrown);
  const mean = thrown.reduce((sum, value) => sum + value, 0) / thrown.length;
  expect(mean).toBeGreaterThan(0.48);
  expect(mean).toBeLessThan(0.52);
});
