export { isConsentEndingSql } from "./connection";
export { isLateEInvoiceSql, isRejectedEInvoiceSql, unsettledEInvoicesSql } from "./queries";
export { sendEInvoices } from "./send-e-invoices";
