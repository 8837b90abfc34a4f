export { invoiceLabelSql, parseInvoiceLabel, toAnswerKey } from "./invoice-label";
export { invoiceMailTable } from "./invoice-mail-table";
export { EMPTY_REGISTER, readRegister, registerInvoices, registerOrderInvoices } from "./invoice-register";
export { insertMissingInvoicesStatements, isPaymentSql, refundSignSql } from "./invoice-statements";
export { exportInvoices, purgeInvoiceBuyers } from "./personal-data";
export {
  findVisibleInvoice,
  formatInvoiceCursor,
  type Invoice,
  type InvoiceSummary,
  listInvoices,
  listInvoicesBetween,
  listNewestInvoices,
  listOrderInvoices,
  parseInvoiceCursor,
  searchInvoices,
} from "./queries";
