import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, caught, promotion, startBench } from "./bench";

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.stop());

const { errors } = Stripe;

describe("POST /v1/checkout/sessions", () => {
  test("creates an open session with the sum of its lines and a hosted page", async () => {
    const session = await stripe.checkout.sessions.create({ ...promotion(), expand: ["line_items"] });
    expect(session).toMatchObject({
      object: "checkout.session",
      amount_total: 1900,
      currency: "ron",
      client_reference_id: "order_1",
      livemode: false,
      metadata: { order_id: "order_1" },
      mode: "payment",
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      url: `${bench.stubs.url}/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.line_items?.data[0]).toMatchObject({ description: "Promovare 7 zile", quantity: 1 });
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    expect(session.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    const lines = await stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data[0]?.price?.unit_amount).toBe(1900);
    expect(String(lines.data[0]?.price?.unit_amount_decimal)).toBe("1900");
  });
});

describe("reading sessions", () => {
  test("an unknown ID is resource_missing; an unknown path is Stripe's 404", async () => {
    const error = await caught(stripe.checkout.sessions.retrieve("cs_test_nothing"));
    expect(error).toBeInstanceOf(errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 404, code: "resource_missing", param: "id" });
    const nowhere = await caught(stripe.rawRequest("GET", "/v1/moons"));
    expect(nowhere).toMatchObject({ statusCode: 404, rawType: "invalid_request_error" });
  });

  test("expire ends an open session once", async () => {
    const { id } = await stripe.checkout.sessions.create(promotion());
    const expired = await stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: "expired", url: null });
    expect(await caught(stripe.checkout.sessions.expire(id))).toMatchObject({ statusCode: 400 });
    expect(
      (await stripe.events.list({ type: "checkout.session.expired" })).data[0]?.data.object,
    ).toMatchObject({ id });
  });
});
