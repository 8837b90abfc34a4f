export { type ConnectionProblem, connectionSql } from "./connection";
export {
  hasOpenEInvoicesSql,
  isLateEInvoiceSql,
  isRejectedEInvoiceSql,
  unsettledEInvoicesSql,
} from "./queries";
export { sendEInvoices } from "./send-e-invoices";
