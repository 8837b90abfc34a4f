export { countFollowUp, type FollowUpCounts, rowsInWords } from "./count-rows";
export { eraseFollowUpOf } from "./erase";
export { followUpExport } from "./export";
export { sweepFollowUpNotes } from "./sweep-notes";
