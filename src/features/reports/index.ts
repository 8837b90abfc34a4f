export { decideReports } from "./decide-reports";
export { eraseReportsOf } from "./erase";
export { reportsExport } from "./export";
export {
  countReportedListings,
  findReportedListings,
  findReportsAbout,
  type ReportedListings,
  type ReportsAbout,
} from "./queries";
