export { eraseFollowUpNotesStatements, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, countQueueRows, formatRowCount } from "./queues/count-follow-up";
export { listDeadlines } from "./queues/queries";
export { sendTaskDigests } from "./send-task-digests";
export { sweepFollowUpNotes } from "./sweep-notes";
export { toTargetTexts } from "./target-texts";
