import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, caught, press, promotion, startBench } from "./bench";

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.stop());

const { errors } = Stripe;

describe("refunds", () => {
  const pay = async () => {
    const { id, url } = await stripe.checkout.sessions.create(promotion());
    await press(String(url), "pay");
    const paid = await stripe.checkout.sessions.retrieve(id);
    return String(paid.payment_intent);
  };

  test("in parts, up to the paid amount", async () => {
    const intent = await pay();
    const part = await stripe.refunds.create({
      payment_intent: intent,
      amount: 900,
      reason: "requested_by_customer",
    });
    expect(part).toMatchObject({
      object: "refund",
      amount: 900,
      currency: "ron",
      status: "succeeded",
      payment_intent: intent,
    });
    const over = await caught(stripe.refunds.create({ payment_intent: intent, amount: 1001 }));
    expect(over).toBeInstanceOf(errors.StripeInvalidRequestError);
    expect(over.param).toBe("amount");

    await stripe.refunds.create({ payment_intent: intent, metadata: { note: "rest" } });
    const charge = await stripe.charges.retrieve(String(part.charge), { expand: ["refunds"] });
    expect(charge).toMatchObject({ amount_refunded: 1900, refunded: true });
    expect(charge.refunds?.data.map((refund) => refund.amount)).toEqual([1000, 900]);
    // A refusal of what was understood is kept for its key, too.
    const refused = async () =>
      caught(stripe.refunds.create({ charge: charge.id }, { idempotencyKey: "refused refund" }));
    const spent = await refused();
    expect(spent.code).toBe("charge_already_refunded");
    expect(await refused()).toMatchObject({
      code: spent.code,
      headers: { "idempotent-replayed": "true", "original-request": spent.requestId },
    });

    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2);
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id });
    const [full, partial] = (await stripe.events.list({ type: "charge.refunded", limit: 2 })).data;
    expect(full?.data.object).toMatchObject({ amount_refunded: 1900, refunded: true });
    expect(partial?.data).toMatchObject({
      object: { amount_refunded: 900, refunded: false },
      previous_attributes: { amount_refunded: 0 },
    });
    expect(full?.request?.id).toMatch(/^req_/);
  });

  test("require an existing, successful payment", async () => {
    expect(await caught(stripe.refunds.create({ payment_intent: "pi_x" }))).toMatchObject({
      code: "resource_missing",
    });
    expect(await caught(stripe.refunds.create({}))).toMatchObject({ code: "parameter_missing" });
    const { id, url } = await stripe.checkout.sessions.create(promotion());
    await press(String(url), "decline");
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
    const refused = await caught(stripe.refunds.create({ payment_intent: String(payment_intent) }));
    expect(refused).toMatchObject({ statusCode: 400, param: "payment_intent" });
  });

  test("expansions reach the charge and its payment", async () => {
    const intent = await pay();
    const session = (
      await stripe.checkout.sessions.list({
        payment_intent: intent,
        expand: ["data.payment_intent.latest_charge"],
      })
    ).data[0];
    expect(session?.payment_intent).toMatchObject({
      id: intent,
      status: "succeeded",
      metadata: { order_id: "order_1" },
      latest_charge: { object: "charge", amount: 1900, payment_method_details: { card: { last4: "4242" } } },
    });
  });
});
