import type { invoices, orders } from "@/db/schema";
import { DEMO_SELLER } from "./seller";

type OrderRow = typeof orders.$inferInsert;
type InvoiceRow = typeof invoices.$inferInsert;

/** Invoices of the paid orders, numbered by time of payment. */
export const createInvoices = (orderRows: readonly OrderRow[]): InvoiceRow[] =>
  orderRows
    .flatMap((order) => (order.paidTs ? [{ ...order, paidTs: order.paidTs }] : []))
    .sort((a, b) => a.paidTs - b.paidTs)
    .map((order, index) => ({
      series: DEMO_SELLER.series,
      number: index + 1,
      kind: "invoice" as const,
      orderId: order.id,
      amount: order.amount,
      vatAmount: order.vatAmount,
      vatRate: order.vatRate,
      currency: "RON",
      seller: DEMO_SELLER,
      buyer: order.billing ?? null,
      issuedTs: order.paidTs,
      paidTs: order.paidTs,
    }));
