import { asc, eq, type SQL } from "drizzle-orm";
import { noGuard } from "@/db/guard";
import { invoices, orders } from "@/db/schema";
import { insertMissingInvoicesStatements } from "@/features/invoices";
import { app, db } from "../../helpers/app";
import { createOrder } from "../../helpers/orders";

type OrderRow = typeof orders.$inferInsert;

/** An unpaid order by default. */
export const createOpenOrder = (
  buyer: { id: string } | null,
  values: Parameters<typeof createOrder>[1] = {},
) =>
  createOrder(
    { buyerId: buyer?.id ?? null },
    { state: "open", checkoutSessionId: null, paidTs: null, ...values },
  );

/** Updates an order's row and inserts its invoices in one batch, followed by `after`. */
export async function insertInvoices(
  id: string,
  set: Partial<OrderRow>,
  guard = noGuard,
  after: readonly SQL[] = [],
) {
  await db.batch([
    db.update(orders).set(set).where(eq(orders.id, id)),
    ...insertMissingInvoicesStatements({ db, now: app.clock.now }, id, guard),
    ...after.map((statement) => db.run(statement)),
  ] as never);
}

export const listOrderInvoices = (orderId: string) =>
  db
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedTs), asc(invoices.number));
