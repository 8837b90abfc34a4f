export { eraseInvoiceBuyer } from "./erase";
export { exportInvoices } from "./export";
export { invoiceMailTable } from "./invoice-mail-table";
export { EMPTY_REGISTER, readRegister, registerInvoices, registerOrderInvoices } from "./invoice-register";
export { invoiceStatements } from "./invoice-statements";
export { type InvoiceSummary, listOrderInvoices } from "./queries";
