import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { eInvoices } from "@/db/schema";
import { type Invoice, listInvoices } from "@/features/invoices";

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

/** Open documents on a page of the list. */
const MAX_OPEN = 200;

/** Documents that are not accepted, rejected ones included, in the order of their issue. */
export const listOpenEInvoices = (ctx: Ctx): Promise<EInvoice[]> =>
  listEInvoices(
    ctx,
    sql`select invoice_series, invoice_number from (
      select * from (select invoice_series, invoice_number from ${eInvoices} where state in ('queued', 'uploading', 'uploaded')
        order by follow_up_ts limit ${MAX_OPEN})
      union all
      select * from (select invoice_series, invoice_number from ${eInvoices} where state = 'rejected' order by settled_ts limit ${MAX_OPEN})
    )`,
  );

/** Condition: a row of `e_invoices` is not accepted on the third working day. */
export const isLateEInvoiceSql = (now: number): SQL =>
  sql`e_invoices.state in ('queued', 'uploading', 'uploaded') and e_invoices.follow_up_ts <= ${now}`;
export const isRejectedEInvoiceSql = sql`e_invoices.state = 'rejected'`;

/** Counting stops here. */
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
export const countUnsettledEInvoices = async (ctx: Pick<Ctx, "db" | "now">): Promise<number> =>
  (await ctx.db.get<{ n: number }>(sql`select ${unsettledEInvoicesSql(ctx.now)} as n`)).n;
