export { addSearchDaysSql, sweepSearchDays } from "./search-days";
export { getSearchDemand, listTopDemand, refreshSearchDemand, type SearchDemand } from "./search-demand";
export { SearchDemandPanel } from "./search-demand-panel";
export { toSearchEvents } from "./search-events";
