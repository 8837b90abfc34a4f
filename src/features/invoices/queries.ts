import { and, asc, between, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { invoices, orders } from "@/db/schema";

const text = z.catch(z.string(), "");

/** The seller as stored with an invoice. A field that an older invoice lacks is empty. */
const sellerSnapshotSchema = z.catch(
  z.nullable(
    z.object({
      name: text,
      tax_id: text,
      registration_number: text,
      address: text,
      iban: text,
      email: text,
      series: text,
      exemption: z.catch(z.object({ en: text, ro: text }), { en: "", ro: "" }),
    }),
  ),
  null,
);
type SellerSnapshot = z.output<typeof sellerSnapshotSchema>;

const NUMBER_DIGITS = 6;

/** An invoice's formatted number: "CAT-000012", or only the digits if the seller had no series. */
const formatInvoiceLabel = (seller: SellerSnapshot, number: number): string =>
  [seller?.series, String(number).padStart(NUMBER_DIGITS, "0")].filter(Boolean).join("-");

/** A field of the seller of a row of `invoices`; null if missing or empty. */
export const sellerSql = (field: string): SQL<string> =>
  sql`nullif(json_extract(seller, ${sql.raw(`'$.${field}'`)}), '')`;

/** `formatInvoiceLabel` for a row of `invoices`, as SQL. */
export const invoiceLabelSql = sql<string>`coalesce(${sellerSql("series")} || '-', '')
  || printf(${sql.raw(`'%0${NUMBER_DIGITS}d'`)}, number)`;

const INVOICE_COLUMNS = {
  number: invoices.number,
  kind: invoices.kind,
  orderId: invoices.orderId,
  amount: invoices.amount,
  vatAmount: invoices.vatAmount,
  vatRate: invoices.vatRate,
  currency: invoices.currency,
  seller: invoices.seller,
  buyer: invoices.buyer,
  issuedTs: invoices.issuedTs,
  package: orders.package,
  days: orders.days,
  placement: orders.placement,
  buyerId: orders.buyerId,
  paymentIntentId: orders.paymentIntentId,
  /** The label of the order's receipt, which credit notes correct. */
  receiptLabel: sql<string | null>`(
    select ${invoiceLabelSql} from invoices where order_id = orders.id and kind = 'receipt'
  )`,
};

/** Invoices, sorted by number. Amounts in bani, positive; times in ms. */
const listInvoices = async (ctx: Ctx, condition: SQL | undefined, limit = -1) => {
  const rows = await ctx.db
    .select(INVOICE_COLUMNS)
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(condition)
    .orderBy(asc(invoices.number))
    .limit(limit);
  return rows.map((row) => {
    const seller = sellerSnapshotSchema.parse(row.seller);
    return { ...row, seller, label: formatInvoiceLabel(seller, row.number) };
  });
};

export type Invoice = Awaited<ReturnType<typeof listInvoices>>[number];

/** An invoice, for its buyer and admins; null for all other users. */
export async function findVisibleInvoice(ctx: Ctx, number: number): Promise<Invoice | null> {
  const [invoice] = await listInvoices(ctx, eq(invoices.number, number));
  const visible = invoice && ctx.user && (invoice.buyerId === ctx.user.id || isAdmin(ctx.user));
  return visible ? invoice : null;
}

/** Invoices per page: a few hundred kilobytes. */
const PAGE_SIZE = 500;

/** Invoices issued in [from, until), in pages, because all of them do not fit in memory. */
export async function* listInvoicesBetween(ctx: Ctx, from: number, until: number): AsyncGenerator<Invoice[]> {
  const issued = and(gte(invoices.issuedTs, from), lt(invoices.issuedTs, until));
  const [bounds] = await ctx.db
    .select({ first: min(invoices.number), last: max(invoices.number) })
    .from(invoices)
    .where(issued);
  if (!bounds || bounds.first === null || bounds.last === null) return;
  // Paged by number between the first and the last of the period, so that no page reads other invoices.
  for (let next = bounds.first; ; ) {
    const page = await listInvoices(ctx, and(between(invoices.number, next, bounds.last), issued), PAGE_SIZE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    next = last.number + 1;
  }
}

/** An invoice in a list: `label` is its formatted number. Bani, positive; ms. */
export type InvoiceSummary = Pick<Invoice, "number" | "label" | "kind" | "orderId" | "amount" | "issuedTs">;

/** Invoices by the id of their order, sorted by number. The caller checks access to the orders. */
export async function listOrderInvoices(
  ctx: Ctx,
  orderIds: readonly string[],
): Promise<Map<string, InvoiceSummary[]>> {
  const rows = await ctx.db
    .select({
      number: invoices.number,
      label: invoiceLabelSql,
      kind: invoices.kind,
      orderId: invoices.orderId,
      amount: invoices.amount,
      issuedTs: invoices.issuedTs,
    })
    .from(invoices)
    // The list is one JSON parameter: D1 binds at most 100 parameters.
    .where(sql`${invoices.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`)
    .orderBy(asc(invoices.number));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}
