export { eraseFollowUpNotes, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, type FollowUpCounts, formatRowCount } from "./queues/count-rows";
export { sweepFollowUpNotes } from "./sweep-notes";
