import { BYTE_ORDER_MARK, csvLines } from "@/shared/csv";
import { dayOf } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import type { Paper } from "./queries";

const COLUMNS = [
  "number",
  "date",
  "kind",
  "corrects",
  "item",
  "order",
  "payment",
  "buyer",
  "email",
  "net",
  "rate",
  "vat",
  "total",
  "currency",
] as const;

/** The same amounts for programs, called the same in every language: whole bani. */
const IN_BANI = ["net_bani", "vat_bani", "total_bani"] as const;

/**
 * Papers for the accountant, a line for each, a page of them at a time: amounts in lei, as spreadsheets of the language
 * write them, and in bani; what was given back below zero, so that a column adds up to what was kept.
 */
export async function* papersCsv(
  t: Translator,
  pages: AsyncIterable<readonly Paper[]>,
): AsyncGenerator<string> {
  let before =
    BYTE_ORDER_MARK + csvLines([[...COLUMNS.map((name) => t(`receipts.csv.${name}`)), ...IN_BANI]], t.locale);
  for await (const papers of pages) {
    yield before +
      csvLines(
        papers.map((paper) => lineOf(t, paper)),
        t.locale,
      );
    before = "";
  }
  if (before) yield before;
}

function lineOf(t: Translator, paper: Paper): (string | number)[] {
  const sign = paper.kind === "credit_note" ? -1 : 1;
  const net = paper.amount - paper.vatAmount;
  const lei = (bani: number) => (sign * bani) / 100;
  const cells: Record<(typeof COLUMNS | typeof IN_BANI)[number], string | number> = {
    number: paper.label,
    date: dayOf(paper.issuedTs),
    kind: t(`receipts.kinds.${paper.kind}`),
    corrects: paper.kind === "receipt" ? "" : (paper.receiptLabel ?? ""),
    item: t.count(`receipts.items.${paper.placement}`, paper.days),
    order: paper.orderId,
    payment: paper.paymentIntentId ?? "",
    buyer: paper.buyer?.name ?? "",
    email: paper.buyer?.email ?? "",
    net: lei(net),
    rate: paper.vatRate / 100,
    vat: lei(paper.vatAmount),
    total: lei(paper.amount),
    currency: paper.currency,
    net_bani: sign * net,
    vat_bani: sign * paper.vatAmount,
    total_bani: sign * paper.amount,
  };
  return [...COLUMNS, ...IN_BANI].map((name) => cells[name]);
}
