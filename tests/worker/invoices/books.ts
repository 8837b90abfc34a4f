import { asc, eq, type SQL, sql } from "drizzle-orm";
import { invoices, orders } from "@/db/schema";
import { invoiceStatements } from "@/features/invoices";
import { db, type TestApp } from "../../helpers/app";
import { makeOrder } from "../../helpers/orders";

type OrderRow = typeof orders.$inferInsert;

/** An order that waits for its payment, unless told otherwise. */
export const makeOpenOrder = (
  app: TestApp,
  buyer: { id: string } | null,
  given: Parameters<typeof makeOrder>[2] = {},
) =>
  makeOrder(
    app,
    { buyerId: buyer?.id ?? null },
    { state: "open", checkoutSessionId: null, paidTs: null, ...given },
  );

/** Updates an order's row and inserts its invoices in the same batch, before `after`. */
export async function book(
  app: TestApp,
  id: string,
  set: Partial<OrderRow>,
  made = sql`true`,
  after: readonly SQL[] = [],
) {
  await db.batch([
    db.update(orders).set(set).where(eq(orders.id, id)),
    ...invoiceStatements({ db, now: app.clock.now }, id, made),
    ...after.map((statement) => db.run(statement)),
  ] as never);
}

export const listOrderInvoices = (orderId: string) =>
  db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.number));
