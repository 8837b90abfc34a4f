export { eraseFollowUpNotesStatements, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, formatRowCount } from "./queues/count-follow-up";
export { sweepFollowUpNotes } from "./sweep-notes";
