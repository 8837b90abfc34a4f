import { asc, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import {
  auditLog,
  invoices,
  mailOutbox,
  orders,
  paymentEvents,
  promotionPlacements,
  promotions,
  refunds,
} from "@/db/schema";
import { reconcileEvents } from "@/features/promotions";
import { getWithdrawalEnd } from "@/features/promotions/schedule/promotion-start";
import { app, db } from "../../helpers/app";
import { createListing } from "../../helpers/factories";
import {
  createJobContext,
  createPromotionFixture,
  DAY_MS,
  expectOrders,
  expectPromotions,
  listOrders,
  listPromotions,
  type PromotionFixture,
} from "../../helpers/promotion-fixture";

/** All tables that payments write, in insertable order. */
const TABLES: SQLiteTable[] = [
  orders,
  invoices,
  promotions,
  promotionPlacements,
  refunds,
  paymentEvents,
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

/** All rows that accounting needs. */
const readRecords = async () => ({
  orders: await db.select().from(orders).orderBy(asc(orders.id)),
  invoices: await db.select().from(invoices).orderBy(asc(invoices.number)),
  promotions: await db.select().from(promotions).orderBy(asc(promotions.orderId)),
  refunds: await db.select().from(refunds).orderBy(asc(refunds.id)),
});

/** Buys a promotion of one of the teacher's listings, a minute later. */
function buy({ ...fixture }: PromotionFixture, listing: { id: string }, form?: Record<string, string>) {
  app.clock.now += 60_000;
  return fixture.buy(form ?? { package: "top7", immediate_start: "1" }, listing.id);
}

test("after a database restore, the job restores later payments and refunds, with the same invoice numbers", async () => {
  const fixture = await createPromotionFixture();
  const { stripe, teacher, placeOrder, id } = fixture;
  const createOwnListing = (county: "cj" | "bv" | "is" | "tm" | "ct" | "dj") =>
    createListing(teacher, { county });
  const [later, refunded, partlyRefunded, unpaid, fresh] = await Promise.all([
    createOwnListing("cj"),
    createOwnListing("bv"),
    createOwnListing("is"),
    createOwnListing("tm"),
    createOwnListing("ct"),
  ]);
  const earlierSession = await buy(fixture, { id });
  const restore = await backUp();

  await buy(fixture, later, { package: "top14" });
  const refundedSession = await buy(fixture, refunded);
  const [refundedOrder] = await listOrders(refunded.id);
  await stripe.report("charge.refunded", stripe.charge(refundedSession, 1900));
  const partlyRefundedSession = await buy(fixture, partlyRefunded);
  await stripe.report("charge.refunded", stripe.charge(partlyRefundedSession, 500));
  await stripe.report("charge.refunded", stripe.charge(earlierSession, 900));
  await placeOrder({ package: "top7" }, unpaid.id);
  await stripe.report("checkout.session.expired", stripe.expire());
  const before = await readRecords();
  expect(before.invoices).toHaveLength(7);

  await restore();
  expect(await db.select().from(invoices)).toHaveLength(1);
  // The lost events are older than a day, and another order is paid before the job runs.
  app.clock.now += 5 * DAY_MS;
  await app.post(`/tutoring/${fresh.id}/promote`, {
    as: teacher,
    form: { package: "top7", immediate_start: "1" },
  });
  await stripe.report("checkout.session.completed", stripe.pay());
  await reconcileEvents(createJobContext());

  const after = await readRecords();
  const [freshOrder] = await listOrders(fresh.id);
  // The register's rows are unchanged, and no number is used twice.
  const freshInvoices = after.invoices.filter(({ orderId }) => orderId === freshOrder?.id);
  expect(freshInvoices.map(({ number }) => number)).toEqual([8]);
  expect(after.invoices.filter(({ orderId }) => orderId !== freshOrder?.id)).toEqual(before.invoices);
  await expectOrders(later.id, {
    state: "fulfilled",
    amount: 2900,
    vatAmount: 503,
    vatRate: 2100,
    days: 14,
    immediateStart: false,
  });
  const [original] = before.orders.filter(({ listingId }) => listingId === later.id);
  const [restored] = await listOrders(later.id);
  for (const field of [
    "id",
    "buyerId",
    "consentText",
    "consentTs",
    "createdTs",
    "paymentIntentId",
  ] as const) {
    expect(restored?.[field]).toEqual(original?.[field]);
  }
  // Without consent to an immediate start, the 14 days count from now.
  const startsTs = getWithdrawalEnd(app.clock.now);
  await expectPromotions(later.id, { startsTs, endsTs: startsTs + 14 * DAY_MS });
  await expectOrders(refunded.id, { id: refundedOrder?.id, state: "refunded", refundedAmount: 1900 });
  expect(await listPromotions(refunded.id)).toEqual([]);
  await expectOrders(partlyRefunded.id, { state: "partially_refunded", refundedAmount: 500 });
  await expectPromotions(partlyRefunded.id, { stoppedTs: null });
  await expectOrders(id, { state: "partially_refunded", refundedAmount: 900 });
  // An unpaid order is not restored and needs no review.
  expect(await listOrders(unpaid.id)).toEqual([]);
  expect(await db.select().from(paymentEvents).where(sql`outcome not in ('applied', 'ignored')`)).toEqual([]);

  app.clock.now += 300_000;
  await reconcileEvents(createJobContext());
  for (const event of stripe.listEvents()) await stripe.send(event);
  expect(await readRecords()).toEqual(after);
});
