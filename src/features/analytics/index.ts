export { CountDifference } from "./difference";
export { eraseStatistics, exportStatistics } from "./personal-data";
export { getPreviousPeriod } from "./report";
export { aggregateStatistics, sweepStatistics } from "./statistics-jobs";
