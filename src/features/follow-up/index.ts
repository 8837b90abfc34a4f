export { eraseFollowUpNotesStatements, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, countQueueRows, formatRowCount } from "./queues/count-follow-up";
export { sweepFollowUpNotes } from "./sweep-notes";
