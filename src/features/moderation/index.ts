export { eraseReports } from "./erase";
export { exportReports } from "./export";
export { countReportedListings } from "./reports/queries";
