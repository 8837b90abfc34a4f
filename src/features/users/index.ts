export { findAuditSubjectPath, splitAuditSubject } from "./audit-actions";
export { explainMail } from "./find-user-records";
export { type FollowUpUser, selectFollowUpKeysSql } from "./follow-up-keys";
export { listUsers } from "./list-users";
export { UserEntry } from "./users-page";
