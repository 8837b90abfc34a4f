export { findAuditSubjectPath, splitAuditSubject } from "./audit-actions";
export { explainMail } from "./find-user-records";
export { listUsers } from "./list-users";
export { UserEntry } from "./users-page";
export { type FollowUpUser, selectFollowUpKeysSql } from "./follow-up-keys";
