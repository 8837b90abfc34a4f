import { expect, test } from "vitest";
import { newId } from "@/shared/ids";
import type { OrderJson } from "@/shared/schemas/order";
import { signInByEmail } from "../../../helpers/accounts";
import { app, expectStatus } from "../../../helpers/app";
import { createAdmin, createListing, createTeacher } from "../../../helpers/factories";
import { createOrder, createPromotion } from "../../../helpers/orders";
import { createPromotionFixture, DAY_MS, listOrders } from "../../../helpers/promotion-fixture";

type Page = { content: OrderJson[]; next: string | null };

/** A fixture whose teacher uses the API instead of the pages. */
async function createApiFixture() {
  const fixture = await createPromotionFixture();
  const { token } = await signInByEmail(fixture.teacher.email);
  const headers = { authorization: `Bearer ${token}` };
  const placeOrder = (json: object, more: Record<string, string> = {}) =>
    app.post(`/api/listings/${fixture.id}/orders`, { json, headers: { ...headers, ...more } });
  const read = async <T = Page>(path: string) => (await app.get(path, { headers })).json() as Promise<T>;
  return { ...fixture, headers, placeOrder, read };
}

test("POST /api/listings/{id}/orders sells at the server's price and ignores other fields of the order", async () => {
  const { stripe, placeOrder, id } = await createApiFixture();
  const answer = await placeOrder({
    package: "top14",
    immediate_start: true,
    amount: 1,
    price: 1,
    days: 365,
    currency: "USD",
    buyer_id: newId(),
    state: "fulfilled",
  });
  const [row] = await listOrders(id);
  expect(answer.status).toBe(201);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({
    content: {
      _id: row?.id,
      listing_id: id,
      package: "top14",
      state: "open",
      payment: "unpaid",
      amount: 2900,
      vat_amount: 503,
      currency: "RON",
      created_ts: { seconds: app.clock.now / 1000, nanoseconds: 0 },
      paid_ts: null,
      refunded_amount: 0,
      checkout_session_id: stripe.last().id,
      promotion: null,
      refunds: [],
    },
    checkout_url: stripe.last().url,
  });
});

test("GET /api/orders/{id} returns a processing payment, the promotion and its state, and refunds", async () => {
  const { stripe, placeOrder, id, read } = await createApiFixture();
  await placeOrder({ package: "top7", immediate_start: true });
  const [row] = await listOrders(id);
  const readOrder = async () => (await read<{ content: OrderJson }>(`/api/orders/${row?.id}`)).content;
  await stripe.report("checkout.session.completed", stripe.payLater());
  expect(await readOrder()).toMatchObject({ state: "open", payment: "processing", promotion: null });

  await stripe.report("checkout.session.async_payment_succeeded", stripe.pay());
  const { now } = app.clock;
  expect(await readOrder()).toMatchObject({
    state: "fulfilled",
    payment: "paid",
    paid_ts: { seconds: now / 1000 },
    promotion: {
      starts_at: new Date(now).toISOString(),
      ends_at: new Date(now + 7 * DAY_MS).toISOString(),
      state: "active",
    },
  });
  for (const [refunded, change] of [
    [900, { state: "partially_refunded", refunded_amount: 900, promotion: { state: "active" } }],
    [1900, { state: "refunded", refunded_amount: 1900, promotion: { state: "revoked" } }],
  ] as const) {
    await stripe.report("charge.refunded", stripe.charge(stripe.last(), refunded));
    expect(await readOrder()).toMatchObject(change);
  }
});

test("GET /api/orders returns every state of a promotion", async () => {
  const { teacher, id, read } = await createApiFixture();
  const { now } = app.clock;
  const hidden = await createListing(teacher, { state: "paused" });
  const cases: [string, string, object][] = [
    ["scheduled", id, { startsTs: now + 1 }],
    ["active", id, { startsTs: now }],
    ["hidden", hidden.id, { startsTs: now }],
    ["ended", id, { startsTs: now - 7 * DAY_MS }],
    ["revoked", id, { startsTs: now, stoppedTs: now }],
  ];
  for (const [index, [, listingId, promotion]] of cases.entries()) {
    const order = await createOrder({ buyerId: teacher.id, listingId }, { createdTs: now - index });
    await createPromotion(order, promotion);
  }
  const { content } = await read("/api/orders");
  expect(content.map((order) => order.promotion?.state)).toEqual(cases.map(([state]) => state));
});

test("GET /api/orders lists the user's own, newest first, in pages; an admin sees all", async () => {
  const { teacher, id, read } = await createApiFixture();
  const { now } = app.clock;
  const by = { buyerId: teacher.id, listingId: id };
  const newest: string[] = [];
  // Of several orders with the same timestamp, the id decides the order.
  for (let n = 0; n < 21; n++)
    newest.push((await createOrder(by, { createdTs: now - Math.floor(n / 4) })).id);
  const stranger = await createTeacher();
  // Newer than every order of the other tests.
  const theirs = await createOrder({ buyerId: stranger.id, listingId: null }, { createdTs: now + DAY_MS });
  const first = await read("/api/orders");
  const second = await read(`/api/orders?after=${first.next}`);
  expect([first.content.length, second.next]).toEqual([20, null]);
  expect([...first.content, ...second.content].map(({ _id }) => _id).toSorted()).toEqual(newest.toSorted());
  const { token } = await signInByEmail((await createAdmin()).email);
  const headers = { authorization: `Bearer ${token}` };
  const all = (await (await app.get("/api/orders", { headers })).json()) as Page;
  expect(all.content.map(({ _id }) => _id)).toContain(theirs.id);
  await expectStatus(app.get(`/api/orders/${theirs.id}`, { headers }), 200);
});
