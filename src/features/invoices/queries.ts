import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { eInvoices, invoices, orders } from "@/db/schema";
import { findReference, formatInvoiceLabel, type InvoiceReference, invoiceLabelSql } from "./invoice-label";

/** A document that another one corrects. `issuedTs` in ms. */
type CorrectedInvoice = { label: string; issuedTs: number };

const INVOICE_COLUMNS = {
  series: invoices.series,
  number: invoices.number,
  kind: invoices.kind,
  reissued: invoices.reissued,
  orderId: invoices.orderId,
  amount: invoices.amount,
  transferredAmount: invoices.transferredAmount,
  vatAmount: invoices.vatAmount,
  vatRate: invoices.vatRate,
  currency: invoices.currency,
  seller: invoices.seller,
  buyer: invoices.buyer,
  issuedTs: invoices.issuedTs,
  paidTs: invoices.paidTs,
  package: orders.package,
  days: orders.days,
  placement: orders.placement,
  buyerId: orders.buyerId,
  paymentIntentId: orders.paymentIntentId,
  /** The bank's references of the transfers of a credit note; null without any, and once the buyer is erased. */
  transferReference: sql<
    string | null
  >`(select group_concat(nullif(transfer_reference, ''), ', ') from refunds
    where refunds.order_id = orders.id and transferred_ts = invoices.paid_ts
      and refunds.amount = invoices.transferred_amount)`,
  /** What became of it at the tax authority. */
  eInvoice: eInvoices,
  /** For a credit note, the order's invoices before it; for a reissued invoice, the credit notes; the oldest first. */
  corrects: sql`(
    select json_group_array(json_object('label', label, 'issuedTs', issued_ts)) from (
      select ${invoiceLabelSql} as label, issued_ts from invoices earlier
      where earlier.order_id = orders.id and earlier.kind <> invoices.kind
        and (earlier.issued_ts, earlier.number) < (invoices.issued_ts, invoices.number)
      order by issued_ts, number
    )
  )`.mapWith((json: string): CorrectedInvoice[] => JSON.parse(json)),
};

/** Invoices in the order of their issue, or the newest first. Amounts in bani, positive; times in ms. */
export const listInvoices = async (
  ctx: Ctx,
  condition: SQL | undefined,
  { limit = -1, direction = asc }: { limit?: number; direction?: typeof asc } = {},
) => {
  const rows = await ctx.db
    .select(INVOICE_COLUMNS)
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(eInvoices, eq(eInvoices.label, invoiceLabelSql))
    .where(condition)
    .orderBy(direction(invoices.issuedTs), direction(invoices.series), direction(invoices.number))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    label: formatInvoiceLabel(row),
    /** Whether it is a credit note for a bank transfer. */
    isTransfer: row.kind === "credit_note" && row.transferredAmount > 0,
  }));
};

/** An invoice or credit note. `buyer` is null once it was removed. */
export type Invoice = Awaited<ReturnType<typeof listInvoices>>[number];

/** An invoice, for the buyer whose account has its order, and for admins; null for all other users. */
export async function findVisibleInvoice(
  ctx: Ctx,
  { series, number }: InvoiceReference,
): Promise<Invoice | null> {
  const [invoice] = await listInvoices(ctx, and(eq(invoices.series, series), eq(invoices.number, number)));
  const visible = invoice && ctx.user && (invoice.buyerId === ctx.user.id || isAdmin(ctx.user));
  return visible ? invoice : null;
}

/**
 * The invoices that a text of an admin names: by the printed number, also with a space or without its zeros, or by
 * the upload index of the tax authority.
 */
export async function searchInvoices(ctx: Ctx, q: string): Promise<Invoice[]> {
  const text = q.trim();
  const reference = findReference(text.toUpperCase().replace(/\s+/, "-"));
  const namedSql = reference
    ? sql`values (${reference.series}, ${reference.number})`
    : sql`select invoice_series, invoice_number from ${eInvoices} where upload_index = ${text}`;
  return listInvoices(ctx, sql`(invoices.series, invoices.number) in (${namedSql})`);
}

/** Invoices per page: a few hundred kilobytes. */
const PAGE_SIZE = 500;

type InvoicePosition = InvoiceReference & Pick<Invoice, "issuedTs">;

/** The cursor of an invoice in a list by the time of issue. */
export const formatInvoiceCursor = ({ issuedTs, label }: Pick<Invoice, "issuedTs" | "label">): string =>
  `${issuedTs}.${label}`;

/** Null for an invalid cursor, which means the first page. */
export function parseInvoiceCursor(text = ""): InvoicePosition | null {
  const [, issuedTs, label = ""] = text.match(/^(\d{1,15})\.(.+)$/) ?? [];
  const reference = findReference(label);
  return reference && { ...reference, issuedTs: Number(issuedTs) };
}

/** Invoices issued in [from, until), the newest first, at most `limit`: those before the cursor `before`. */
export const listNewestInvoices = (
  ctx: Ctx,
  {
    from,
    until,
    before,
    limit,
  }: { from: number; until: number; before: InvoicePosition | null; limit: number },
): Promise<Invoice[]> => {
  const isBeforeSql = before
    ? sql`(issued_ts, series, number) < (${before.issuedTs}, ${before.series}, ${before.number})`
    : lt(invoices.issuedTs, until);
  return listInvoices(ctx, and(gte(invoices.issuedTs, from), isBeforeSql), { limit, direction: desc });
};

/** Invoices issued in [from, until), in pages, because all of them do not fit in memory. */
export async function* listInvoicesBetween(ctx: Ctx, from: number, until: number): AsyncGenerator<Invoice[]> {
  let next = gte(invoices.issuedTs, from);
  for (;;) {
    const page = await listInvoices(ctx, and(next, lt(invoices.issuedTs, until)), { limit: PAGE_SIZE });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < PAGE_SIZE) return;
    next = sql`(issued_ts, series, number) > (${last.issuedTs}, ${last.series}, ${last.number})`;
  }
}

/** An invoice in a list. Bani, positive; ms. */
export type InvoiceSummary = Pick<Invoice, "label" | "kind" | "orderId" | "amount" | "issuedTs">;

/** Invoices by the id of their order, in the order of their issue. The caller checks access to the orders. */
export async function listOrderInvoices(
  ctx: Ctx,
  orderIds: readonly string[],
): Promise<Map<string, InvoiceSummary[]>> {
  const rows = await ctx.db
    .select({
      label: invoiceLabelSql,
      kind: invoices.kind,
      orderId: invoices.orderId,
      amount: invoices.amount,
      issuedTs: invoices.issuedTs,
    })
    .from(invoices)
    // The list is one JSON parameter: D1 binds at most 100 parameters.
    .where(sql`${invoices.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`)
    .orderBy(asc(invoices.issuedTs), asc(invoices.number));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}
