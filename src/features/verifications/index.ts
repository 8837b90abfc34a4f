export { applyNewNameStatements } from "./badges/apply-new-name-statements";
export { refreshBadgesStatement } from "./badges/refresh-badges-statement";
export { reindexEndedBadges } from "./badges/reindex-ended-badges";
export { sendBadgeReminders } from "./badges/send-badge-reminders";
export {
  deleteVerificationFile,
  findVerificationFileRefusal,
  prepareVerificationFile,
} from "./files/prepare-verification-file";
export { VERIFICATIONS } from "./moderation/verifications-kind";
export {
  eraseVerificationsStatements,
  exportVerifications,
  selectVerificationSubjectsSql,
} from "./personal-data";
export { isPendingVerificationSql } from "./queries";
