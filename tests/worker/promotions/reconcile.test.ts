import { expect, test } from "vitest";
import { listings } from "@/db/schema";
import { reconcileEvents, reconcileOrders } from "@/features/promotions";
import { HOUR_MS } from "@/shared/dates";
import { app, bindings, expectStatus } from "../../helpers/app";
import { updateRow } from "../../helpers/factories";
import {
  createJobContext,
  createPromotionFixture,
  expectOrders,
  listMailTemplates,
  listOrders,
  listPromotions,
} from "../../helpers/promotion-fixture";

test("job reconcile-orders completes or expires overdue open orders", async () => {
  const paid = await createPromotionFixture();
  await paid.placeOrder();
  paid.stripe.pay();
  const gone = await createPromotionFixture();
  await gone.placeOrder();
  gone.stripe.expire();
  await updateRow(listings, gone.id, { state: "suspended" });
  const abandoned = await createPromotionFixture();
  await abandoned.placeOrder();
  abandoned.stripe.expire();
  for (const { stripe } of [paid, gone])
    for (const session of stripe.sessions.values()) abandoned.stripe.sessions.put(session);
  for (const intent of paid.stripe.paymentIntents.values()) abandoned.stripe.paymentIntents.put(intent);

  await reconcileOrders(createJobContext());
  await expectOrders(paid.id, { state: "open" });
  app.clock.now += HOUR_MS;
  await reconcileOrders(createJobContext());
  await expectOrders(paid.id, { state: "fulfilled" });
  expect(await listPromotions(paid.id)).toHaveLength(1);
  await expectOrders(abandoned.id, { state: "expired" });
  expect(await listMailTemplates(abandoned.teacher.email)).toEqual(["payment_failed"]);
  await expectOrders(gone.id, { state: "expired" });
  expect(await listMailTemplates(gone.teacher.email)).toEqual([]);
});

test("job reconcile-orders expires an order without a checkout, and waits while Stripe is unreachable", async () => {
  const fixture = await createPromotionFixture();
  const { stripe, placeOrder, id } = fixture;
  stripe.state.down = true;
  await placeOrder();
  app.clock.now += HOUR_MS;
  await reconcileOrders(createJobContext());
  await expectOrders(id, { state: "expired" });

  stripe.state.down = false;
  await placeOrder();
  stripe.pay();
  app.clock.now += HOUR_MS;
  stripe.state.down = true;
  await reconcileOrders(createJobContext());
  expect((await listOrders(id)).map((row) => row.state)).toEqual(["expired", "open"]);
  stripe.state.down = false;
  await reconcileOrders(createJobContext());
  expect((await listOrders(id)).map((row) => row.state)).toEqual(["expired", "fulfilled"]);
});

test("job reconcile-events finds a missed event, however many came after it", async () => {
  const fixture = await createPromotionFixture();
  const { stripe, placeOrder, id } = fixture;
  await placeOrder();
  stripe.event("checkout.session.completed", stripe.pay());
  const later = Array.from({ length: 400 }, () =>
    stripe.event("checkout.session.expired", { id: "cs_later" }),
  );
  await bindings.DB.prepare(
    `insert into payment_events (id, type, created_ts, received_ts, outcome, payload)
    select value, 'checkout.session.expired', 0, 0, 'unknown_order', '{}' from json_each(?)`,
  )
    .bind(JSON.stringify(later.map((event) => event.id)))
    .run();
  await reconcileEvents(createJobContext());
  await expectOrders(id, { state: "fulfilled" });
});

test("an order whose session is unknown at Stripe expires, by the job and by a new order", async () => {
  const left = await createPromotionFixture();
  await left.placeOrder();
  left.stripe.sessions.clear();
  app.clock.now += HOUR_MS;
  await reconcileOrders(createJobContext());
  await reconcileOrders(createJobContext());
  const [expired] = await listOrders(left.id);
  expect(expired).toMatchObject({ state: "expired", closedTs: app.clock.now });

  const replaced = await createPromotionFixture();
  await replaced.placeOrder();
  replaced.stripe.sessions.clear();
  await expectStatus(replaced.placeOrder({ package: "top14" }), 303);
  expect((await listOrders(replaced.id)).map(({ state }) => state).sort()).toEqual(["expired", "open"]);
});
