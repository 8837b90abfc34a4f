export { eraseFollowUpOf } from "./erase";
export { followUpExport } from "./export";
export { countFollowUp, type FollowUpCounts, rowsInWords } from "./queues/count-rows";
export { sweepFollowUpNotes } from "./sweep-notes";
