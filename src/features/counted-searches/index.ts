export { addSearchDaysSql, sweepSearchDays } from "./search-days";
export { getSearchDemand, listOwnDemand, refreshSearchDemand, type SearchDemand } from "./search-demand";
export { SearchDemandPanel } from "./search-demand-panel";
export { toSearchEvents } from "./search-events";
