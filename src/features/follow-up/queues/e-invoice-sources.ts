import { sql } from "drizzle-orm";
import {
  connectionSql,
  firstEInvoiceDeadlineSql,
  isLateEInvoiceSql,
  isRejectedEInvoiceSql,
} from "@/features/e-factura";
import { type RowSource, siteBeginSql, splitByDeadline } from "./row-source";

const E_INVOICES = {
  queue: "e_invoices",
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

/** Documents that the tax authority has not accepted on the third working day of five. */
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

/** The connection to the authority, once documents wait for the first one, and before its consent ends. */
const connection: RowSource = {
  queue: "e_factura_connection",
  table: "connection",
  rowsSql: (now) => sql`(select 'e-Factura' as id, * from (${connectionSql(now)}))`,
  orderTs: sql`coalesce(connection.since_ts, ${siteBeginSql})`,
  isInQueueSql: () =>
    sql`connection.problem is not null and (connection.problem <> 'missing' or ${firstEInvoiceDeadlineSql} is not null)`,
  texts: {
    title: sql`connection.id`,
    code: sql`connection.problem`,
    deadlineTs: firstEInvoiceDeadlineSql,
  },
};

export const E_INVOICE_SOURCES: readonly RowSource[] = [
  ...splitByDeadline(late),
  ...splitByDeadline(rejected),
  ...splitByDeadline(connection),
];
