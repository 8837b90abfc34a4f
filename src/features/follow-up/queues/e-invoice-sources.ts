import { sql } from "drizzle-orm";
import { isLateEInvoiceSql, isRejectedEInvoiceSql } from "@/features/e-factura";
import { RANKS, type RowSource } from "./row-source";

const E_INVOICES = {
  queue: "e_invoices",
  rank: RANKS.money,
  table: "e_invoices",
  joins: sql`cross join invoices on invoices.series = e_invoices.invoice_series
    and invoices.number = e_invoices.invoice_number`,
  id: "label",
} as const;
const TEXTS = {
  title: sql`e_invoices.label`,
  concerned: sql`invoices.buyer ->> '$.name'`,
  deadlineTs: sql`e_invoices.deadline_ts`,
};

/** Documents that the tax authority has not accepted on the third working day. */
const late: RowSource = {
  ...E_INVOICES,
  index: "e_invoices_open",
  orderTs: sql`e_invoices.follow_up_ts`,
  isInQueueSql: isLateEInvoiceSql,
  texts: { ...TEXTS, code: sql`'late'` },
};

/** Documents that the authority rejected. */
const rejected: RowSource = {
  ...E_INVOICES,
  index: "e_invoices_rejected",
  orderTs: sql`e_invoices.settled_ts`,
  isInQueueSql: () => isRejectedEInvoiceSql,
  texts: { ...TEXTS, code: sql`'rejected'` },
};

export const E_INVOICE_SOURCES: readonly RowSource[] = [late, rejected];
