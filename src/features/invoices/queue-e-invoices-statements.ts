import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { eInvoices, invoices } from "@/db/schema";
import { addDays, startOfDay, toDay } from "@/shared/dates";
import { addWorkingDays } from "@/shared/working-days";
import { formatInvoiceLabel, invoiceLabelSql } from "./invoice-label";
import type { OrderRegister } from "./invoice-register";

/** Working days after the issue until a document is due at the authority (OUG 120/2021, art. 10 (7)). */
const DUE_DAYS = 5;
const FOLLOW_UP_DAYS = 3;

/** When a document becomes a task of the admins, and when it is due (ms). */
export const getEInvoiceTimes = (issuedTs: number) => ({
  followUpTs: startOfDay(addWorkingDays(toDay(issuedTs), FOLLOW_UP_DAYS)),
  deadlineTs: startOfDay(addDays(addWorkingDays(toDay(issuedTs), DUE_DAYS), 1)) - 1,
});

/**
 * Statements that queue an order's new documents for e-Factura, after those that insert them. A document that was restored
 * from the register may have been uploaded before, so the job looks for it at the authority first.
 */
export function queueEInvoicesStatements(
  { db, now }: Pick<Ctx, "db" | "now">,
  orderId: string,
  { invoices: restored }: OrderRegister,
): Statement[] {
  const { followUpTs, deadlineTs } = getEInvoiceTimes(now);
  return [
    ...restored.map((invoice) => {
      const { series, number, issuedTs } = invoice;
      const label = formatInvoiceLabel(invoice);
      const row = { label, invoiceSeries: series, invoiceNumber: number, ...getEInvoiceTimes(issuedTs) };
      return insertWhere(
        db,
        eInvoices,
        { ...row, state: "uploading", uploadTs: now, dueTs: now },
        sql`exists (select 1 from invoices where series = ${series} and number = ${number})`,
      ).onConflictDoNothing();
    }),
    db.run(sql`
      insert into ${eInvoices} (label, invoice_series, invoice_number, state, due_ts, follow_up_ts, deadline_ts)
      select ${invoiceLabelSql}, series, number, 'queued', ${now}, ${followUpTs}, ${deadlineTs} from ${invoices}
      where order_id = ${orderId} and not exists (select 1 from ${eInvoices} where label = ${invoiceLabelSql})`),
  ];
}
