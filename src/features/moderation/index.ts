export { eraseReportsStatements, exportReports } from "./personal-data";
