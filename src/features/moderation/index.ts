export { useDecision } from "./frame/decision-context";
export { APPROVE_KEY, DecisionButton, DecisionForm, Explanation } from "./frame/decision-form";
export { DecisionKeys } from "./frame/decision-keys";
export {
  type DecisionFlash,
  DecisionNotice,
  toUndo,
  UNDONE_DECISION,
  type Undo,
  UndoForm,
} from "./frame/decision-notice";
export { DoneNotice } from "./frame/done-notice";
export { findRunFlash } from "./frame/find-run-flash";
export { History, HistoryAction } from "./frame/history";
export { isUrgentReportSql } from "./frame/is-urgent-report-sql";
export type { DecisionTarget, ListedItem, ModerationKind } from "./frame/kind";
export { listItems } from "./frame/list-items";
export {
  isOwnListingSql,
  isOwnReportEventSql,
  isOwnReportSql,
  refuseOwnReports,
} from "./frame/own-reports";
export { QueueEntry } from "./frame/queue-page";
export { readExplanation } from "./frame/read-explanation";
export { getReasonBlocks } from "./frame/reason-blocks";
export { ReportEntry } from "./frame/report-entry";
export { type HistoryEvent, selectHistory } from "./frame/select-history";
export {
  findUndo,
  findUndoneForm,
  pickChanged,
  storeUndoStatements,
  sweepDecisionUndos,
  type UndoRules,
  undoDecision,
  withUndo,
} from "./frame/undo-decision";
export { pendingListingsSql } from "./listings/find-waiting-part";
export { LISTINGS, type PendingListing } from "./listings/listings-kind";
export {
  closeReportsAboutLearnerStatement,
  closeReportsOfDeletedStatement,
  closeReportsStatements,
  eraseGuestReporterStatement,
  eraseModerationStatements,
  exportListingDecisions,
  exportReports,
  isReportedTeacherSql,
} from "./personal-data";
export { findPerson, selectSuspendableCounts } from "./persons/find-person";
export {
  DisableAccountPanel,
  PersonListings,
  ReinstateListingsPanel,
  SuspendListingsPanel,
} from "./persons/person-panels";
export { prepareUpheldReports } from "./persons/prepare-upheld-reports";
export { reinstateUserListings } from "./persons/reinstate-user-listings";
export { suspendUserListings } from "./persons/suspend-user-listings";
export { USER_REINSTATEMENT_UNDO } from "./persons/undo-user-reinstatement";
export { USER_SUSPENSION_UNDO } from "./persons/undo-user-suspension";
export { commitReport } from "./reports/commit-report";
export { settleExplained } from "./reports/decide-reports";
export { eraseReporters, REPORT_RETENTION_MS } from "./reports/erase-reporters";
export { listReportsAboutUser, loadReports, URGENT_REPORT_TERM_MS } from "./reports/load-reports";
export { createOpenReportsList, openReportColumnsSql } from "./reports/open-reports-list";
export { DangerNotice, ReportFields, type TypedReport } from "./reports/report-fields";
export { reportListing } from "./reports/report-listing";
export {
  DecidedReports,
  formatReportReasons,
  OpenReports,
  OtherReports,
  PersonReports,
  StaysPublic,
} from "./reports/reported-listing";
export { REPORTS } from "./reports/reports-kind";
export { createReportsUndo } from "./reports/undo-reports-decision";
export { isOpenObjectionSql } from "./restrictions/find-restriction";
export { isOpenReportSql, listOpenReports, reportsAboutUserSql } from "./restrictions/list-open-reports";
export { prepareLiftedMails, settleReportsStatements } from "./restrictions/settle-reports-statements";
export { UNDECIDED_REPORT } from "./restrictions/undo-restriction-statements";
