export { invoiceMailTable } from "./invoice-mail-table";
export { EMPTY_REGISTER, readRegister, registerInvoices, registerOrderInvoices } from "./invoice-register";
export { insertMissingInvoicesStatements } from "./invoice-statements";
export { eraseInvoiceBuyerStatement, exportInvoices } from "./personal-data";
export { type InvoiceSummary, listOrderInvoices } from "./queries";
