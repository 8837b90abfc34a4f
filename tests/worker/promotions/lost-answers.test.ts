import { expect, it } from "vitest";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, createTestApp } from "../../helpers/app";
import { D1_ERRORS } from "../../helpers/d1-errors";
import { createAdmin } from "../../helpers/factories";
import { captureErrors } from "../../helpers/intercept";
import { failWrites } from "../../helpers/kill-db";
import {
  createPaidOrder,
  createPromotionFixture,
  listOrders,
  listRefunds,
} from "../../helpers/promotion-fixture";
import { type Bearer, call, createBearer } from "../../helpers/storage-fixture";

/** The writes of each call, from its Idempotency-Key to its stored response. */
const LOST = [0, 1, 2, 3, 4];

/** Sends a call whose database fails after a write, and again with its Idempotency-Key. Returns both statuses. */
async function repeat(as: Bearer, { path, json }: { path: string; json: object }, skipped: number) {
  const [message = ""] = D1_ERRORS;
  const { database } = failWrites(app.bindings.DB, { message, isExecuted: true, skipped });
  const lossy = createTestApp({ DB: database } as never);
  const headers = { "idempotency-key": newId() };
  const { outcome } = await captureErrors(() => call(as, "POST", path, { json, headers }, lossy));
  const again = await call(as, "POST", path, { json, headers }, createTestApp());
  return [outcome.status, again.status];
}

it("an order whose answer is lost is there when its call is repeated", async () => {
  const statuses = [];
  for (const skipped of LOST) {
    const { id, teacher } = await createPromotionFixture();
    const order = { path: paths.apiListingOrders(id), json: { package: "top7", immediate_start: true } };
    statuses.push(await repeat(await createBearer(teacher), order, skipped));
    expect(await listOrders(id)).toMatchObject([{ state: "open" }]);
  }
  // Lost with the claim of the key, with the order, with its checkout, with the stored response, and with nothing.
  expect(statuses).toEqual([
    [503, 201],
    [503, 200],
    [503, 200],
    [201, 201],
    [201, 201],
  ]);
});

it("a refund whose answer is lost is made once, and repeating its call returns it", async () => {
  const statuses = [];
  for (const skipped of LOST) {
    const { orderId, stripe } = await createPaidOrder();
    const refund = {
      path: paths.apiAdminOrderRefunds(orderId),
      json: { amount: 500, reason: "Ne cerem scuze" },
    };
    statuses.push(await repeat(await createBearer(await createAdmin()), refund, skipped));
    expect(await listRefunds(orderId)).toMatchObject([{ amount: 500, state: "sent" }]);
    expect(stripe.refunds.all()).toHaveLength(1);
  }
  expect(statuses).toEqual([
    [503, 201],
    [503, 201],
    [503, 201],
    [503, 201],
    [201, 201],
  ]);
});
