export { eraseReportsOf } from "./erase";
export { reportsExport } from "./export";
export { countReportedListings } from "./reports/queries";
