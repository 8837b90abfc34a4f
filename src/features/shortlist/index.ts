export { mergeShortlistStatements } from "./merge-shortlist-statements";
export { ComparedListings } from "./page/compared-listings";
export { type Comparison, loadComparison } from "./page/load-comparison";
export { eraseShortlistStatement, exportShortlist } from "./personal-data";
