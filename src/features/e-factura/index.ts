export { type ConnectionProblem, connectionSql } from "./connection";
export {
  firstEInvoiceDeadlineSql,
  isLateEInvoiceSql,
  isRejectedEInvoiceSql,
  unsettledEInvoicesSql,
} from "./queries";
export { sendEInvoices } from "./send-e-invoices";
