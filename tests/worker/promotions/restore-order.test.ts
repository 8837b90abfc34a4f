import { asc, eq, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test, vi } from "vitest";
import {
  auditLog,
  invoices,
  listings,
  mailOutbox,
  orders,
  paymentEvents,
  promotionPlacements,
  promotions,
  reconciliations,
  refunds,
} from "@/db/schema";
import { registerInvoices } from "@/features/invoices";
import { reconcileEvents } from "@/features/promotions";
import type { Stripe } from "@/platform/payments";
import { newId } from "@/shared/ids";
import { bindings, db } from "../../helpers/app";
import { mailsTo, makeListing, makeTeacher, signedIn } from "../../helpers/factories";
import {
  DAY_MS,
  eventRow,
  jobContext,
  listOrders,
  listPromotions,
  listRefunds,
  type Scene,
  scene,
} from "../../helpers/promotion-scene";

/** All tables that payments write, in insertable order. */
const TABLES: SQLiteTable[] = [
  orders,
  invoices,
  promotions,
  promotionPlacements,
  refunds,
  paymentEvents,
  reconciliations,
  auditLog,
  mailOutbox,
];

/** Copies the payment tables. The returned function restores them. */
async function backUp() {
  const copy = await Promise.all(TABLES.map((table) => db.select().from(table)));
  return async () => {
    for (const table of TABLES.toReversed()) await db.run(sql.raw(`delete from ${getTableName(table)}`));
    for (const [n, table] of TABLES.entries()) {
      for (const row of copy[n] ?? []) await db.insert(table).values(row);
    }
  };
}

const books = async () => ({
  orders: await db.select().from(orders).orderBy(asc(orders.id)),
  invoices: await db.select().from(invoices).orderBy(asc(invoices.number)),
  promotions: await db.select().from(promotions).orderBy(asc(promotions.orderId)),
  refunds: await db.select().from(refunds).orderBy(asc(refunds.id)),
});

/** Deletes every row of an order, as a restored database would. */
async function lose(orderId: string) {
  await db.run(sql`delete from promotion_placements where promotion_id in
    (select id from promotions where order_id = ${orderId})`);
  for (const table of [promotions, invoices, refunds, paymentEvents] as const) {
    await db.delete(table).where(eq(table.orderId, orderId));
  }
  await db.delete(auditLog).where(eq(auditLog.subject, `order:${orderId}`));
  await db.delete(orders).where(eq(orders.id, orderId));
}

/** An order that is paid at Stripe but missing from the database. */
async function lost(form?: Record<string, string>) {
  const own = await scene();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await own.order(form);
  const session = own.stripe.pay();
  const [order] = await listOrders(own.id);
  if (!order) throw new Error("no order was made");
  await lose(order.id);
  const completed = (over: object = {}) =>
    own.stripe.event("checkout.session.completed", { ...session, ...over });
  return { ...own, session, lostOrder: order, completed };
}

/** Another listing of the same teacher, ordered and paid; the webhook reports it. */
async function buy(
  { app, teacher, stripe, order }: Scene,
  listing: { id: string },
  form?: Record<string, string>,
) {
  app.clock.now += 60_000;
  await order(form ?? { package: "top7", immediate_start: "1" }, listing.id);
  const session = stripe.pay();
  await stripe.send(stripe.event("checkout.session.completed", session));
  expect(await mailsTo(teacher.email)).not.toEqual([]);
  return session;
}

test("after a database restore, the job rebuilds later payments and refunds, with the same invoice numbers", async () => {
  const own = await scene();
  const { app, stripe, teacher, order, id } = own;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const owned = (county: "cj" | "bv" | "is" | "tm" | "ct" | "dj") => makeListing(app, teacher, { county });
  const [later, whole, part, unpaid, fresh] = await Promise.all([
    owned("cj"),
    owned("bv"),
    owned("is"),
    owned("tm"),
    owned("ct"),
  ]);
  const known = await buy(own, { id });
  const restore = await backUp();

  await buy(own, later, { package: "top14" });
  const returned = await buy(own, whole);
  const [wholeOrder] = await listOrders(whole.id);
  await stripe.send(stripe.event("charge.refunded", stripe.charge(returned, 1900)));
  const halved = await buy(own, part);
  await stripe.send(stripe.event("charge.refunded", stripe.charge(halved, 500)));
  await stripe.send(stripe.event("charge.refunded", stripe.charge(known, 900)));
  await order({ package: "top7" }, unpaid.id);
  await stripe.send(stripe.event("checkout.session.expired", stripe.expire()));
  const before = await books();
  expect(before.invoices).toHaveLength(7);

  await restore();
  expect(await db.select().from(invoices)).toHaveLength(1);
  // Older than a day, and another buyer pays before the job runs.
  app.clock.now += 5 * DAY_MS;
  const as = await signedIn(app, teacher);
  await app.post(`/tutoring/${fresh.id}/promote`, { as, form: { package: "top7", immediate_start: "1" } });
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  await reconcileEvents(jobContext(own));

  const after = await books();
  const [freshOrder] = await listOrders(fresh.id);
  // The register's rows are unchanged, and no number is used twice.
  const [number, ...more] = after.invoices.filter(({ orderId }) => orderId === freshOrder?.id);
  expect([number?.number, more]).toEqual([8, []]);
  expect(after.invoices.filter(({ orderId }) => orderId !== freshOrder?.id)).toEqual(before.invoices);
  expect(await listOrders(later.id)).toMatchObject([
    { state: "fulfilled", amount: 2900, vatAmount: 503, vatRate: 2100, days: 14, immediateStart: false },
  ]);
  const [was] = before.orders.filter(({ listingId }) => listingId === later.id);
  const [is] = await listOrders(later.id);
  for (const field of [
    "id",
    "buyerId",
    "consentText",
    "consentTs",
    "createdTs",
    "paymentIntentId",
  ] as const) {
    expect(is?.[field]).toEqual(was?.[field]);
  }
  // Without consent to an immediate start, the 14 days count from now.
  expect(await listPromotions(later.id)).toMatchObject([
    { startsTs: app.clock.now + 14 * DAY_MS, endsTs: app.clock.now + 28 * DAY_MS },
  ]);
  expect(await listOrders(whole.id)).toMatchObject([
    { id: wholeOrder?.id, state: "refunded", refundedAmount: 1900 },
  ]);
  expect(await listPromotions(whole.id)).toEqual([]);
  expect(await listOrders(part.id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 500 }]);
  expect(await listPromotions(part.id)).toMatchObject([{ revokedTs: null }]);
  expect(await listOrders(id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 900 }]);
  // An unpaid order is not rebuilt and needs no attention.
  expect(await listOrders(unpaid.id)).toEqual([]);
  expect(await db.select().from(paymentEvents).where(sql`outcome not in ('applied', 'ignored')`)).toEqual([]);

  app.clock.now += 300_000;
  await reconcileEvents(jobContext(own));
  for (const event of stripe.events) await stripe.send(event);
  expect(await books()).toEqual(after);
});

test("POST /webhooks/stripe with parallel copies of a lost payment rebuilds one order", async () => {
  const { stripe, teacher, id, lostOrder, completed } = await lost();
  const event = completed();
  await Promise.all(Array.from({ length: 6 }, () => stripe.send(event)));
  await stripe.send(completed());
  expect(await listOrders(id)).toMatchObject([{ id: lostOrder.id, state: "fulfilled", amount: 1900 }]);
  expect(await listPromotions(id)).toHaveLength(1);
  expect(await db.select().from(invoices).where(eq(invoices.orderId, lostOrder.id))).toHaveLength(1);
  expect((await mailsTo(teacher.email)).map(({ template }) => template).sort()).toEqual([
    "payment_confirmed",
    "promotion_started",
  ]);
  expect(await db.select().from(auditLog).where(eq(auditLog.action, "order.restored"))).toContainEqual(
    expect.objectContaining({ subject: `order:${lostOrder.id}` }),
  );
});

test("POST /webhooks/stripe with a refund or dispute of a lost order rebuilds it first", async () => {
  const refunded = await lost();
  const charge = refunded.stripe.charge(refunded.session, 700);
  const refund = refunded.stripe.event("charge.refunded", charge);
  expect((await refunded.stripe.send(refund)).status).toBe(200);
  expect(await listOrders(refunded.id)).toMatchObject([{ state: "partially_refunded", refundedAmount: 700 }]);

  const disputed = await lost();
  const { payment_intent, amount_total } = disputed.session;
  const dispute = {
    object: "dispute",
    id: "dp_lost",
    status: "needs_response",
    amount: amount_total,
    payment_intent,
  };
  const event = disputed.stripe.event("charge.dispute.created", dispute);
  expect((await disputed.stripe.send(event)).status).toBe(200);
  expect(await listOrders(disputed.id)).toMatchObject([{ state: "disputed" }]);
  expect(await eventRow(event.id)).toMatchObject({ outcome: "applied", orderId: disputed.lostOrder.id });
});

test.each<[string, (session: Stripe.Checkout.Session) => object]>([
  ["another reference than its order", () => ({ client_reference_id: "0000000000000000" })],
  [
    "another order than its reference",
    ({ metadata }) => ({ metadata: { ...metadata, order_id: "0000000000000000" } }),
  ],
  ["another amount", () => ({ amount_total: 1 })],
  [
    "another price in its metadata",
    ({ metadata }) => ({ metadata: { ...metadata, amount: "100", vat_amount: "17" } }),
  ],
  ["another currency", () => ({ currency: "eur" })],
  ["another mode", () => ({ mode: "subscription" })],
  ["live money", () => ({ livemode: true })],
  ["no terms in its metadata", ({ metadata }) => ({ metadata: { order_id: metadata?.order_id } })],
])("a session with %s rebuilds nothing and raises an alert", async (_, change) => {
  const { stripe, id, session, completed } = await lost();
  const event = completed(change(session));
  expect((await stripe.send(event)).status).toBe(200);
  expect(await eventRow(event.id)).toMatchObject({ outcome: "unknown_order" });
  expect(await listOrders(id)).toEqual([]);
  expect(await db.select().from(orders).where(eq(orders.id, "0000000000000000"))).toEqual([]);
});

test("a rebuilt order is refunded when its listing is gone or belongs to another user", async () => {
  for (const change of ["gone", "moved"] as const) {
    const { app, stripe, id, lostOrder, completed } = await lost();
    const stranger = await makeTeacher(app);
    if (change === "moved")
      await db.update(listings).set({ ownerId: stranger.id }).where(eq(listings.id, id));
    // The restored database has no listing with that id.
    else await db.update(listings).set({ id: newId() }).where(eq(listings.id, id));
    await stripe.send(completed());
    await stripe.send(completed());
    const [order] = await db.select().from(orders).where(eq(orders.id, lostOrder.id));
    expect(order).toMatchObject({ state: "refunded", listingId: null, refundedAmount: 1900 });
    expect(await listRefunds(lostOrder.id)).toMatchObject([
      { kind: "impossible", state: "sent", amount: 1900 },
    ]);
    expect(stripe.refunds).toHaveLength(1);
    expect(await db.select().from(promotions).where(eq(promotions.orderId, lostOrder.id))).toEqual([]);
  }
});

test("a rebuilt order does not replace another: an order that awaits payment stays open", async () => {
  const { stripe, order, id, completed } = await lost();
  await order({ package: "top14" });
  await stripe.send(completed());
  expect((await listOrders(id)).map((row) => `${row.package} ${row.state}`).sort()).toEqual([
    "top14 open",
    "top7 fulfilled",
  ]);
});

test("POST /webhooks/stripe returns 500 for a lost order while Stripe is down, and the retry continues", async () => {
  const { stripe, id, completed } = await lost();
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const event = completed();
  stripe.state.down = true;
  expect((await stripe.send(event)).status).toBe(500);
  complaints.mockClear();
  stripe.state.down = false;
  expect((await stripe.send(event)).status).toBe(200);
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
});

test("job reconcile-events looks back beyond a day while it finds unknown events", async () => {
  const own = await lost();
  const { app, stripe, id, completed } = own;
  completed();
  const expired = (n: number) =>
    Array.from({ length: n }, () => stripe.event("checkout.session.expired", { id: "cs_other" }));
  app.clock.now += 10 * DAY_MS;
  expired(250);
  // A run takes 60.
  for (let run = 0; run < 5; run++) await reconcileEvents(jobContext(own));
  expect(await listOrders(id)).toMatchObject([{ state: "fulfilled" }]);
  // A known event ends the search.
  stripe.calls.length = 0;
  app.clock.now += 2 * DAY_MS;
  await reconcileEvents(jobContext(own));
  expect(stripe.callsTo("/v1/events")).toHaveLength(1);
});

test("job register-invoices copies missing invoices to the register; no copy names the buyer", async () => {
  const { app, stripe, teacher, order, id, ...own } = await scene();
  await order();
  await stripe.send(stripe.event("checkout.session.completed", stripe.pay()));
  const [bought] = await listOrders(id);
  const copies = async () => {
    const { objects } = await bindings.MEDIA.list({ prefix: `invoices/${bought?.id}/` });
    return Promise.all(objects.map(async ({ key }) => (await bindings.MEDIA.get(key))?.text() ?? ""));
  };
  const [copy, ...more] = await copies();
  expect([copy?.includes('"kind":"receipt"'), more]).toEqual([true, []]);
  expect(copy).not.toContain(teacher.email);
  // A crash between the batch and the bucket.
  const { objects } = await bindings.MEDIA.list({ prefix: "invoices/" });
  await bindings.MEDIA.delete(objects.map(({ key }) => key));
  await registerInvoices(jobContext({ app, ...own }));
  expect(await copies()).toEqual([copy]);
});
