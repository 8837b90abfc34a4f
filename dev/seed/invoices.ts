import type { eInvoices, invoices, orders } from "@/db/schema";
import { formatInvoiceLabel } from "@/features/invoices/invoice-label";
import { getEInvoiceTimes } from "@/features/invoices/queue-e-invoices-statements";
import { DAY_MS } from "@/shared/dates";
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

/** Younger invoices wait for the connection to e-Factura; the accountant handed over the others. */
const WAITING_MS = DAY_MS;

/** What became of the invoices at the tax authority. `now` in ms. */
export const createEInvoices = (
  invoiceRows: readonly InvoiceRow[],
  now: number,
): (typeof eInvoices.$inferInsert)[] =>
  invoiceRows.map((invoice) => {
    const isWaiting = invoice.issuedTs > now - WAITING_MS;
    return {
      label: formatInvoiceLabel(invoice),
      invoiceSeries: invoice.series,
      invoiceNumber: invoice.number,
      state: isWaiting ? ("queued" as const) : ("handed_over" as const),
      dueTs: isWaiting ? now : null,
      settledTs: isWaiting ? null : invoice.issuedTs + WAITING_MS,
      ...getEInvoiceTimes(invoice.issuedTs),
    };
  });
