export { toTask } from "./find-next-task";
export { DayBadge } from "./pages/follow-up-item";
export { eraseFollowUpNotesStatements, exportFollowUpNotes } from "./personal-data";
export { countFollowUp, countQueueRows, formatRowCount } from "./queues/count-follow-up";
export { listFollowUp } from "./queues/list-follow-up";
export { isDanger, isMoney } from "./queues/row";
export { sendTaskDigests } from "./send-task-digests";
export { sweepFollowUpNotes } from "./sweep-follow-up-notes";
export { toTargetTexts } from "./target-texts";
