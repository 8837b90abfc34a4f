export { breadcrumbData } from "./crumbs";
export { findEmbedded } from "./embedded";
export { findHomeListings } from "./home-listings";
export { findIndexedLists } from "./indexed-lists";
export { listWords } from "./list-words";
export { PromotedBlock } from "./promoted-block";
export { findScopeCounts, type ScopeCount } from "./scope-facts";
export { shownBy } from "./shown";
export { ScopeLink } from "./siblings";
