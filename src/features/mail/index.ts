export { classifyMailError, type MailErrorKind } from "./classify-mail-error";
export type { DetailsTable } from "./compose-mail";
export { composeSiteMail } from "./compose-site-mail";
export { deliverMail, type MailComposer } from "./deliver-mail";
export type { MailTemplate } from "./mail-kinds";
export {
  changeMailRecipientStatement,
  deleteMailsAboutStatement,
  eraseMailsAboutStatements,
  eraseMailsStatement,
  eraseMailsToStatement,
  exportMails,
} from "./personal-data";
export { isFailedOrLateMailSql, isLateMailSql, oldestMailSql } from "./queries";
export {
  type JoinedMails,
  type JoiningMail,
  type NewMail,
  queueComposedMailsStatement,
  queueJoiningMailStatement,
  queueMailAfterJoinedStatements,
  queueMailStatement,
  queueMailsStatement,
} from "./queue-mail-statements";
export { recordMailEvents } from "./record-mail-events";
export { canCorrectAddress, hasContentSql, isLinkExpired, prepareMailRetry, retryMail } from "./retry-mail";
export { MAIL_RETENTION_MS, sweepMails } from "./sweep-mails";
