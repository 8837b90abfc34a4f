export { invoiceMailTable } from "./invoice-mail-table";
export { EMPTY_REGISTER, readRegister, registerInvoices, registerOrderInvoices } from "./invoice-register";
export { insertMissingInvoicesStatements, isPaymentSql, refundSignSql } from "./invoice-statements";
export { exportInvoices, purgeInvoiceBuyers } from "./personal-data";
export { type InvoiceSummary, listOrderInvoices } from "./queries";
