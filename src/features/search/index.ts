export { listHomeListings, listNewestByScope } from "./home-listings";
export { toImpressions } from "./impressions";
export { buildBreadcrumbData } from "./list/breadcrumbs";
export { buildListMetadata } from "./list/list-metadata";
export { PromotedBlock } from "./list/promoted-block";
export { listIndexablePaths, listScopeCounts, type ScopeCount } from "./list/scope-summary";
export { ScopeLink } from "./list/sibling-links";
