export { eraseFollowUpNotes } from "./erase";
export { exportFollowUpNotes } from "./export";
export { countFollowUp, type FollowUpCounts, rowsInWords } from "./queues/count-rows";
export { sweepFollowUpNotes } from "./sweep-notes";
