import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, caught, promotion, SECRET_KEY, startBench } from "./bench";

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.stop());

const { errors } = Stripe;
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${bench.stubs.url}/v1/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body,
  });

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

  const line = promotion().line_items[0];
  const priced = (price_data: object) => ({
    line_items: [{ ...line, price_data: { ...line?.price_data, ...price_data } }],
  });
  test.each([
    ["no mode", { mode: undefined }, "parameter_missing", "mode"],
    ["an unknown mode", { mode: "gift" }, undefined, "mode"],
    ["no lines", { line_items: undefined }, "parameter_missing", "line_items"],
    ["no success_url", { success_url: undefined }, "parameter_missing", "success_url"],
    ["an empty success_url", { success_url: "" }, "parameter_invalid_empty", "success_url"],
    ["a success_url that is none", { success_url: "/paid" }, "url_invalid", "success_url"],
    [
      "no quantity",
      { line_items: [{ ...line, quantity: undefined }] },
      "parameter_missing",
      "line_items[0][quantity]",
    ],
    [
      "a price that does not exist",
      { line_items: [{ price: "price_1", quantity: 1 }] },
      "resource_missing",
      "line_items[0][price]",
    ],
    [
      "half a ban",
      priced({ unit_amount: 12.5 }),
      "parameter_invalid_integer",
      "line_items[0][price_data][unit_amount]",
    ],
    [
      "a negative amount",
      priced({ unit_amount: -1 }),
      "parameter_invalid_integer",
      "line_items[0][price_data][unit_amount]",
    ],
    ["nothing to pay", priced({ unit_amount: 0 }), "amount_too_small", undefined],
    [
      "a currency that is none",
      priced({ currency: "lei" }),
      undefined,
      "line_items[0][price_data][currency]",
    ],
    ["an unknown parameter", { colour: "green" }, "parameter_unknown", "colour"],
    [
      "an unknown parameter deep inside",
      priced({ vat: 21 }),
      "parameter_unknown",
      "line_items[0][price_data][vat]",
    ],
    ["29 minutes", { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }, undefined, "expires_at"],
    ["25 hours", { expires_at: Math.floor(Date.now() / 1000) + 25 * 3600 }, undefined, "expires_at"],
    ["an e-mail that is none", { customer_email: "ana" }, "email_invalid", "customer_email"],
    ["metadata that is too long", { metadata: { note: "x".repeat(501) } }, undefined, "metadata[note]"],
    ["an expansion that leads nowhere", { expand: ["moon"] }, undefined, "expand"],
  ])("refuses %s", async (_, changes, code, param) => {
    const before = await stripe.checkout.sessions.list({ limit: 1 });
    const params = { ...promotion(), ...changes } as Stripe.Checkout.SessionCreateParams;
    const error = await caught(stripe.checkout.sessions.create(params));
    expect(error).toBeInstanceOf(errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, rawType: "invalid_request_error", code, param });
    expect(await stripe.checkout.sessions.list({ limit: 1 })).toEqual(before);
  });

  test("refuses a JSON body", async () => {
    const answer = await post("checkout/sessions", "{}", { "content-type": "application/json" });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toContain("application/x-www-form-urlencoded");
  });

  test("names like __proto__ are ordinary parameters", async () => {
    const answer = await post("checkout/sessions", "__proto__[polluted]=1&mode=payment");
    expect((await answer.json()).error).toMatchObject({ code: "parameter_unknown", param: "__proto__" });
    expect({}).not.toHaveProperty("polluted");
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

  test("an update adds, replaces and removes metadata, and refuses other parameters", async () => {
    const { id } = await stripe.checkout.sessions.create(promotion());
    await stripe.checkout.sessions.update(id, { metadata: { days: "7", note: "a" } });
    const updated = await stripe.checkout.sessions.update(id, { metadata: { days: "14", note: "" } });
    expect(updated.metadata).toEqual({ order_id: "order_1", days: "14" });
    expect((await stripe.checkout.sessions.retrieve(id)).metadata).toEqual(updated.metadata);
    const refused = await post(`checkout/sessions/${id}`, "locale=ro");
    expect((await refused.json()).error).toMatchObject({ code: "parameter_unknown", param: "locale" });
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

  test("lists newest first, with pages in both directions", async () => {
    const otherBench = await startBench();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++)
      ids.unshift((await otherBench.stripe.checkout.sessions.create(promotion())).id);
    const page = async (params: Stripe.Checkout.SessionListParams) => {
      const { data, has_more } = await otherBench.stripe.checkout.sessions.list(params);
      return { ids: data.map((session) => session.id), has_more };
    };
    expect(await page({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), has_more: true });
    expect(await page({ limit: 2, starting_after: String(ids[1]) })).toEqual({
      ids: ids.slice(2, 4),
      has_more: true,
    });
    expect(await page({ limit: 2, starting_after: String(ids[3]) })).toEqual({
      ids: ids.slice(4),
      has_more: false,
    });
    expect(await page({ limit: 2, ending_before: String(ids[3]) })).toEqual({
      ids: ids.slice(1, 3),
      has_more: true,
    });
    const walked: string[] = [];
    for await (const session of otherBench.stripe.checkout.sessions.list({ limit: 2 }))
      walked.push(session.id);
    expect(walked).toEqual(ids);
    expect(await page({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })).toEqual({
      ids: [],
      has_more: false,
    });
    await otherBench.stripe.checkout.sessions.expire(String(ids[0]));
    expect((await page({ status: "expired" })).ids).toEqual([ids[0]]);
    expect(
      await caught(otherBench.stripe.checkout.sessions.list({ starting_after: "cs_test_x" })),
    ).toMatchObject({
      code: "resource_missing",
      param: "starting_after",
    });
    expect(await caught(otherBench.stripe.checkout.sessions.list({ limit: 101 }))).toMatchObject({
      param: "limit",
    });
    await otherBench.stop();
  });
});
