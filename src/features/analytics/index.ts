export { Difference } from "./difference";
export { eraseStatisticsOf } from "./erase";
export { statisticsExport } from "./export";
export { foldStatistics } from "./fold-statistics";
export { periodBefore } from "./report";
export { sweepStatistics } from "./sweep-statistics";
