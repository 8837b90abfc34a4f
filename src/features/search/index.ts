export { findHomeListings, findNewestByScope } from "./home-listings";
export { toImpressions } from "./impressions";
export { buildBreadcrumbData } from "./list/breadcrumbs";
export { buildListMetadata } from "./list/list-metadata";
export { PromotedBlock } from "./list/promoted-block";
export { findScopeCounts, listIndexablePaths, type ScopeCount } from "./list/scope-facts";
export { ScopeLink } from "./list/sibling-links";
