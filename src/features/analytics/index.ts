export { Difference } from "./difference";
export { eraseStatistics } from "./erase";
export { exportStatistics } from "./export";
export { foldStatistics } from "./fold-statistics";
export { periodBefore } from "./report";
export { sweepStatistics } from "./sweep-statistics";
