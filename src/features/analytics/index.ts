export { eraseStatisticsOf } from "./erase";
export { statisticsExport } from "./export";
export { foldStatistics } from "./fold-statistics";
export { sweepStatistics } from "./sweep-statistics";
