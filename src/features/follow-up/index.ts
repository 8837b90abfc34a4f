export { eraseFollowUpNotesStatements, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, countQueueRows, formatRowCount } from "./queues/count-follow-up";
export { listFollowUp } from "./queues/list-follow-up";
export { getDueDay, getOverdueText, isDanger, isLate } from "./queues/row";
export { sendTaskDigests } from "./send-task-digests";
export { sweepFollowUpNotes } from "./sweep-follow-up-notes";
export { toTargetTexts } from "./target-texts";
