import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, press, promotion, startBench } from "./bench";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const open = async () => {
  const { id, url } = await bench.stripe.checkout.sessions.create(promotion());
  return {
    id,
    url: String(url),
    now: () => bench.stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }),
  };
};
const types = async (id: string) => {
  const { data } = await bench.stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => JSON.stringify(object).includes(id))
    .map((event) => event.type)
    .sort();
};
const text = async (url: string) => (await fetch(url)).text();

test("pay: goes to success_url with the session's id, complete and paid", async () => {
  const { id, url, now } = await open();
  const answer = await press(url, "pay");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`http://site.test/payment-complete/${id}`);
  expect(await now()).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    payment_intent: { status: "succeeded", amount_received: 1900 },
  });
  expect(await types(id)).toEqual(["checkout.session.completed"]);

  const twice = await press(url, "pay");
  expect(twice.headers.get("location")).toBe(`http://site.test/payment-complete/${id}`);
  expect(await types(id)).toEqual(["checkout.session.completed"]);
});

test("decline: shows the error, keeps the session open, and the next attempt can succeed", async () => {
  const { url, now } = await open();
  expect((await press(url, "decline")).headers.get("location")).toBe(new URL(url).pathname);
  expect(await text(url)).toContain("Your card was declined");
  const declined = await now();
  expect(declined).toMatchObject({
    status: "open",
    payment_status: "unpaid",
    payment_intent: { status: "requires_payment_method", last_payment_error: { code: "card_declined" } },
  });
  const intent = Object(declined.payment_intent).id;
  expect(await types(intent)).toEqual(["charge.failed", "payment_intent.payment_failed"]);

  await press(url, "pay");
  expect(await now()).toMatchObject({
    status: "complete",
    payment_status: "paid",
    payment_intent: { id: intent },
  });
});

test.each([
  ["succeed", "paid", "checkout.session.async_payment_succeeded"],
  ["fail", "unpaid", "checkout.session.async_payment_failed"],
])("pay later, then %s: immediately complete, %s in the end", async (decision, status, type) => {
  const { id, url, now } = await open();
  await press(url, "later");
  expect(await now()).toMatchObject({
    status: "complete",
    payment_status: "unpaid",
    payment_intent: { status: "processing" },
  });
  const page = await text(url);
  expect(page).toContain("Let the payment succeed");
  expect(page).toContain(`href="http://site.test/payment-complete/${id}"`);

  await press(url, decision);
  await press(url, decision);
  expect((await now()).payment_status).toBe(status);
  expect(await types(id)).toEqual([type, "checkout.session.completed"].sort());
});

test("expire and go back", async () => {
  const { id, url, now } = await open();
  expect((await press(url, "back")).headers.get("location")).toBe("http://site.test/tutoring/1/promote");
  expect((await now()).status).toBe("open");
  await press(url, "expire");
  expect((await now()).status).toBe("expired");
  expect(await text(url)).toContain("has expired");
  await press(url, "pay");
  expect(await now()).toMatchObject({ status: "expired", payment_intent: null });
  expect(await types(id)).toEqual(["checkout.session.expired"]);
});
