export { Difference } from "./difference";
export { eraseStatistics, exportStatistics } from "./personal-data";
export { periodBefore } from "./report";
export { foldStatistics, sweepStatistics } from "./statistics-jobs";
