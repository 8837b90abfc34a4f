export { classifyMailError, type MailErrorKind } from "./classify-mail-error";
export { deliverMail, type MailComposer } from "./deliver-mail";
export type { MailTemplate } from "./mail-kinds";
export {
  changeMailRecipientStatement,
  eraseMailsAboutStatements,
  eraseMailsStatement,
  eraseMailsToStatement,
  exportMails,
} from "./personal-data";
export { isFailedOrLateMailSql, isLateMailSql } from "./queries";
export { type MailRequest, queueMailStatement, queueMailsStatement } from "./queue-mail-statements";
export { isLinkExpired, retryMail } from "./retry-mail";
export { sweepMails } from "./sweep-mails";
