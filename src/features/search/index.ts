export { findEmbedded, findHomeListings } from "./featured-listings";
export { shownBy } from "./impressions";
export { breadcrumbData } from "./list/breadcrumbs";
export { listWords } from "./list/list-metadata";
export { PromotedBlock } from "./list/promoted-block";
export { ScopeLink } from "./list/related-scopes";
export { findIndexedLists, findScopeCounts, type ScopeCount } from "./list/scope-facts";
