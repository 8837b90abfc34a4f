import { asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import { invoices, orders } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";

/** The invoices of a user's orders, as JSON for their export; bani. */
export async function exportInvoices(ctx: Ctx, userId: string) {
  const theirs = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(inArray(invoices.orderId, theirs))
    .orderBy(asc(invoices.number));
  return rows.map((invoice) => ({
    number: invoice.number,
    kind: invoice.kind,
    order_id: invoice.orderId,
    amount: invoice.amount,
    vat_amount: invoice.vatAmount,
    vat_rate: invoice.vatRate,
    currency: invoice.currency,
    seller: invoice.seller,
    buyer: invoice.buyer,
    issued_ts: serializeTimestamp(invoice.issuedTs),
  }));
}
