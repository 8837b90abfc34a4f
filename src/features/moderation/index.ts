export { eraseReportsStatements, exportReports } from "./personal-data";
export { countReportedListings } from "./reports/queries";
