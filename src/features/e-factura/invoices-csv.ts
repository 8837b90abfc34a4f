import type { Invoice } from "@/features/invoices";
import { BYTE_ORDER_MARK, type CsvCell, formatCsvRows } from "@/shared/csv";
import { toDay } from "@/shared/dates";
import { formatAddress } from "@/shared/format-address";
import type { Translator } from "@/shared/i18n/translator";

const COLUMNS = [
  "number",
  "date",
  "paid",
  "kind",
  "corrects",
  "item",
  "order",
  "payment",
  "buyer",
  "tax_id",
  "address",
  "net",
  "rate",
  "vat",
  "total",
  "currency",
  "e_factura",
  "e_factura_index",
  "e_factura_date",
] as const;

/** The same amounts in whole bani, for programs. These names are the same in every language. */
const IN_BANI = ["net_bani", "vat_bani", "total_bani"] as const;

/**
 * Invoices as CSV for the accountant, in pages. Amounts are in lei with two decimals, with the decimal point of the
 * language, and in bani. Refunds are negative, so that a column adds up to the income.
 */
export async function* invoicesCsv(
  t: Translator,
  pages: AsyncIterable<readonly Invoice[]>,
): AsyncGenerator<string> {
  let header =
    BYTE_ORDER_MARK +
    formatCsvRows([[...COLUMNS.map((name) => t(`invoices.csv.${name}`)), ...IN_BANI]], t.locale);
  for await (const invoices of pages) {
    yield header +
      formatCsvRows(
        invoices.map((invoice) => toRow(t, invoice)),
        t.locale,
      );
    header = "";
  }
  if (header) yield header;
}

function toRow(t: Translator, invoice: Invoice): CsvCell[] {
  const sign = invoice.kind === "credit_note" ? -1 : 1;
  const net = invoice.amount - invoice.vatAmount;
  const lei = (bani: number) => ({ bani: sign * bani });
  const cells: Record<(typeof COLUMNS | typeof IN_BANI)[number], CsvCell> = {
    number: invoice.label,
    date: toDay(invoice.issuedTs),
    paid: toDay(invoice.paidTs),
    kind: t(`invoices.kinds.${invoice.kind}`),
    corrects: invoice.corrects.map(({ label }) => label).join(" "),
    item: t.count(`invoices.items.${invoice.placement}`, invoice.days),
    order: invoice.orderId,
    payment: invoice.isTransfer
      ? [t("invoices.csv.transfer"), invoice.transferReference].filter(Boolean).join(": ")
      : (invoice.paymentIntentId ?? ""),
    buyer: invoice.buyer?.name ?? "",
    tax_id: invoice.buyer?.tax_id ?? "",
    address: invoice.buyer ? formatAddress(invoice.buyer) : "",
    net: lei(net),
    rate: invoice.vatRate / 100,
    vat: lei(invoice.vatAmount),
    total: lei(invoice.amount),
    currency: invoice.currency,
    e_factura: invoice.eInvoice ? t(`e-factura.states.${invoice.eInvoice.state}`) : "",
    e_factura_index: invoice.eInvoice?.uploadIndex ?? "",
    // When it was accepted, rejected or marked as uploaded by hand.
    e_factura_date: invoice.eInvoice?.settledTs == null ? "" : toDay(invoice.eInvoice.settledTs),
    net_bani: sign * net,
    vat_bani: sign * invoice.vatAmount,
    total_bani: sign * invoice.amount,
  };
  return [...COLUMNS, ...IN_BANI].map((name) => cells[name]);
}
