export { mergeShortlistStatements } from "./merge-shortlist-statements";
export { eraseShortlistStatement, exportShortlist } from "./personal-data";
