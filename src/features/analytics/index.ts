export { CountDifference } from "./difference";
export { eraseStatisticsStatements, exportStatistics } from "./personal-data";
export { getPreviousPeriod } from "./report";
export { aggregateStatistics, sweepStatistics } from "./statistics-jobs";
