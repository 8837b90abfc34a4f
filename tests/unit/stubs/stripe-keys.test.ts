import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, caught, promotion, SECRET_KEY, sdk, startBench } from "./bench";

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.stop());

const { errors } = Stripe;

describe("keys", () => {
  test("a wrong key, a publishable one and none are 401 in Stripe's shape", async () => {
    const error = await caught(sdk(bench.stubs.url, "sk_test_other_account").checkout.sessions.list());
    expect(error).toBeInstanceOf(errors.StripeAuthenticationError);
    expect(error.message).toMatch(/^Invalid API Key provided: sk_test_\*+ount$/);
    expect(error.requestId).toMatch(/^req_/);
    const bare = await fetch(`${bench.stubs.url}/v1/events`);
    expect(bare.status).toBe(401);
    expect((await bare.json()).error.type).toBe("invalid_request_error");
  });

  test("Basic authorisation carries the key as user name", async () => {
    const basic = Buffer.from(`${SECRET_KEY}:`).toString("base64");
    const answer = await fetch(`${bench.stubs.url}/v1/events`, {
      headers: { authorization: `Basic ${basic}` },
    });
    expect(answer.status).toBe(200);
  });

  test("without a configured key every test key is accepted, and no other", async () => {
    const open = await startBench({ secretKey: null });
    await expect(sdk(open.stubs.url, "sk_test_any").events.list()).resolves.toMatchObject({ object: "list" });
    expect(await caught(sdk(open.stubs.url, "sk_live_any").events.list())).toBeInstanceOf(
      errors.StripeAuthenticationError,
    );
    await open.stop();
  });
});

describe("Idempotency-Key", () => {
  test("the same request gets the same response and creates one session", async () => {
    const params = promotion({ client_reference_id: "once" });
    const first = await stripe.checkout.sessions.create(params, { idempotencyKey: "once" });
    const again = await stripe.checkout.sessions.create(params, { idempotencyKey: "once" });
    expect(again).toEqual(first);
    expect(again.lastResponse.headers).toMatchObject({
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
    expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
    const { data } = await stripe.checkout.sessions.list({ limit: 100 });
    expect(data.filter((session) => session.client_reference_id === "once")).toHaveLength(1);
  });

  test("another request with the same key is an idempotency error", async () => {
    await stripe.checkout.sessions.create(promotion(), { idempotencyKey: "changed" });
    const otherSession = promotion({ client_reference_id: "order_2" });
    const error = await caught(stripe.checkout.sessions.create(otherSession, { idempotencyKey: "changed" }));
    expect(error).toBeInstanceOf(errors.StripeIdempotencyError);
    const otherPath = await caught(stripe.refunds.create({ charge: "ch_1" }, { idempotencyKey: "changed" }));
    expect(otherPath).toBeInstanceOf(errors.StripeIdempotencyError);
  });

  test("a refused request does not use its key", async () => {
    const wrong = promotion({ success_url: "nowhere" });
    await caught(stripe.checkout.sessions.create(wrong, { idempotencyKey: "refused" }));
    await stripe.checkout.sessions.create(promotion(), { idempotencyKey: "refused" });
  });

  test("20 concurrent requests create one session; the others get 409 or the same response", async () => {
    const params = promotion({ client_reference_id: "crowd" });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => stripe.checkout.sessions.create(params, { idempotencyKey: "crowd" })),
    );
    const ids = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const result of results) {
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    }
    const { data } = await stripe.checkout.sessions.list({ limit: 100 });
    expect(data.filter((session) => session.client_reference_id === "crowd")).toHaveLength(1);
  });
});
