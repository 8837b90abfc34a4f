import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { exportRow } from "@/db/export-row";
import { eInvoices, invoices, mediaDeletions, orders } from "@/db/schema";
import { type Day, startOfDay, toDay } from "@/shared/dates";
import { answerKeySql } from "./invoice-label";

/** Years for which accounting documents are kept (Law 82/1991, art. 25; docs/decisions/0114). */
const KEPT_YEARS = 5;

/**
 * The first day on which an invoice has no buyer any more. Accounting documents are kept for five years from 1 July of
 * the year after the accounting year, which is the calendar year.
 */
function getBuyerEnd(issuedTs: number): Day {
  const year = Number(toDay(issuedTs).slice(0, 4));
  return `${year + 1 + KEPT_YEARS}-07-01`;
}

/** Maximum invoices from which one run of the job removes buyers. */
const MAX_PER_RUN = 500;

/**
 * Job: removes the buyers of invoices that no longer have to be kept, and the billing details of their orders. The
 * accounts may still exist.
 */
export async function purgeInvoiceBuyers(ctx: Ctx): Promise<void> {
  const today = toDay(ctx.now);
  // Before 1 July, the invoices of one year more are kept.
  const firstKeptYear = Number(today.slice(0, 4)) - KEPT_YEARS - (today.slice(5) < "07-01" ? 1 : 0);
  const dueSql = sql`from ${invoices} where buyer is not null and issued_ts < ${startOfDay(`${firstKeptYear}-01-01`)}
    order by issued_ts limit ${MAX_PER_RUN}`;
  await ctx.commit([
    // The signed answers of the tax authority name the buyers, too.
    ctx.db.run(sql`insert into ${mediaDeletions} (key, created_ts)
      select ${answerKeySql}, ${ctx.now} from ${eInvoices} where download_id is not null
        and (invoice_series, invoice_number) in (select series, number ${dueSql}) on conflict do nothing`),
    ctx.db.run(sql`update ${orders} set billing = null where id in (select order_id ${dueSql})`),
    ctx.db.run(sql`update ${invoices} set buyer = null where rowid in (select rowid ${dueSql})`),
  ]);
}

/** The invoices of a user's orders as JSON for their export. Amounts in bani. */
export async function exportInvoices(ctx: Ctx, userId: string) {
  const ownOrders = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(inArray(invoices.orderId, ownOrders))
    .orderBy(asc(invoices.issuedTs), asc(invoices.number));
  return rows.map((invoice) => ({
    ...exportRow(invoices, invoice),
    buyer_until: getBuyerEnd(invoice.issuedTs),
  }));
}
