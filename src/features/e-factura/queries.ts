import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { eInvoices } from "@/db/schema";
import { type Invoice, listInvoices } from "@/features/invoices";
import { addMonths, type Day, startOfDay } from "@/shared/dates";

/** A document with its row of `e_invoices`. */
export type EInvoice = Invoice & { eInvoice: NonNullable<Invoice["eInvoice"]> };

const hasRow = (invoice: Invoice): invoice is EInvoice => invoice.eInvoice !== null;

const listEInvoices = async (ctx: Ctx, rows: SQL): Promise<EInvoice[]> =>
  (await listInvoices(ctx, sql`(invoices.series, invoices.number) in (${rows})`)).filter(hasRow);

/** Documents with something to do now, those that wait the longest first, at most `limit`. */
export const listDueEInvoices = (ctx: Ctx, limit: number): Promise<EInvoice[]> =>
  listEInvoices(
    ctx,
    sql`select invoice_series, invoice_number from ${eInvoices} where due_ts <= ${ctx.now} order by due_ts limit ${limit}`,
  );

/** Condition: the authority has not settled a row of `e_invoices`. */
const isOpenSql = sql`e_invoices.state in ('queued', 'uploading', 'uploaded')`;
export const isRejectedEInvoiceSql = sql`e_invoices.state = 'rejected'`;
/** The deadline (ms) of the first document that waits to be sent, or for the authority's answer; null for none. */
export const firstEInvoiceDeadlineSql: SQL = sql`(select deadline_ts from ${eInvoices} where ${isOpenSql}
  order by follow_up_ts limit 1)`;

/** Open documents on a page of the list. */
const MAX_OPEN = 200;

/** Documents that are not accepted, rejected ones included, in the order of their issue. */
export const listOpenEInvoices = (ctx: Ctx): Promise<EInvoice[]> =>
  listEInvoices(
    ctx,
    sql`select invoice_series, invoice_number from (
      select * from (select invoice_series, invoice_number from ${eInvoices} where ${isOpenSql}
        order by follow_up_ts limit ${MAX_OPEN})
      union all
      select * from (select invoice_series, invoice_number from ${eInvoices} where ${isRejectedEInvoiceSql}
        order by settled_ts limit ${MAX_OPEN})
    )`,
  );

/** Condition: a row of `e_invoices` is not accepted on the third working day. */
export const isLateEInvoiceSql = (now: number): SQL =>
  sql`${isOpenSql} and e_invoices.follow_up_ts <= ${now}`;
/** Counting the documents of a list stops here. */
const MAX_LISTED = 1000;

/** How many documents are open or rejected, and how many were issued in each month, at most `max` of each. */
export type InvoiceCounts = { open: number; months: { first: Day; n: number }[]; max: number };

/** Counts the documents of the lists, of months by their first days. */
export async function countInvoices(ctx: Ctx, months: readonly Day[]): Promise<InvoiceCounts> {
  const lists = [
    sql`select 1 from ${eInvoices} where ${isOpenSql} union all select 1 from ${eInvoices} where ${isRejectedEInvoiceSql}`,
    ...months.map(
      (first) => sql`select 1 from invoices
        where issued_ts >= ${startOfDay(first)} and issued_ts < ${startOfDay(addMonths(first, 1))}`,
    ),
  ].map((rows) => sql`(select count(*) from (${rows} limit ${MAX_LISTED}))`);
  const { counts } = await ctx.db.get<{ counts: string }>(
    sql`select json_array(${sql.join(lists, sql`, `)}) as counts`,
  );
  const [open = 0, ...ofMonths]: number[] = JSON.parse(counts);
  return {
    open,
    months: months.map((first, index) => ({ first, n: ofMonths[index] ?? 0 })),
    max: MAX_LISTED,
  };
}

/** Counting what is late or rejected stops here. */
const MAX_COUNTED = 100;

/** How many documents are late or rejected, as a subquery. Counts at most `MAX_COUNTED` of each. */
export const unsettledEInvoicesSql = (now: number): SQL => sql`(
  select count(*) from (
    select * from (select 1 from ${eInvoices} where ${isLateEInvoiceSql(now)} limit ${MAX_COUNTED})
    union all
    select * from (select 1 from ${eInvoices} where ${isRejectedEInvoiceSql} limit ${MAX_COUNTED})
  )
)`;

/** How many documents are late or rejected. Counts at most `MAX_COUNTED` of each. */
export const countUnsettledEInvoices = async (ctx: Ctx): Promise<number> =>
  (await ctx.db.get<{ n: number }>(sql`select ${unsettledEInvoicesSql(ctx.now)} as n`)).n;
