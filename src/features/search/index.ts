export { findFrontListings } from "./front";
export { PromotedBlock } from "./promoted-block";
export { findScopeCounts, type ScopeCount } from "./scope-facts";
export { shownBy } from "./shown";
export { ScopeLink } from "./siblings";
