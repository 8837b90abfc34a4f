export { eraseFollowUpNotes, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, type FollowUpCounts, rowsInWords } from "./queues/count-rows";
export { sweepFollowUpNotes } from "./sweep-notes";
