export { toTask } from "./find-next-task";
export { FailuresNotice } from "./pages/failures-notice";
export { DayBadge } from "./pages/follow-up-item";
export { eraseFollowUpNotesStatements, exportFollowUpNotes } from "./personal-data";
export {
  countFailures,
  countFollowUp,
  countQueueRows,
  formatRowCount,
  hasFailures,
} from "./queues/count-follow-up";
export { listFollowUp } from "./queues/list-follow-up";
export { isDanger, isMoney } from "./queues/row";
export { sendTaskDigests } from "./send-task-digests";
export { sweepFollowUpNotes } from "./sweep-follow-up-notes";
export { toTargetTexts } from "./target-texts";
