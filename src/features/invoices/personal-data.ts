import { asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { invoices, orders } from "@/db/schema";

/** Removes a buyer from their invoices, which stay for accounting. Runs before `anonymizeOrdersStatements`. */
export const eraseInvoiceBuyerStatement = ({ db }: Pick<Ctx, "db">, userId: string): Statement =>
  db
    .update(invoices)
    .set({ buyer: null })
    .where(
      inArray(invoices.orderId, db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId))),
    );

/** The invoices of a user's orders as JSON for their export. Amounts in bani. */
export async function exportInvoices(ctx: Ctx, userId: string) {
  const ownOrders = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(inArray(invoices.orderId, ownOrders))
    .orderBy(asc(invoices.number));
  return rows.map((invoice) => exportRow(invoices, invoice));
}
