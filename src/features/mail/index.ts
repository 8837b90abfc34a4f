export { deliverMail } from "./deliver-mail";
export { eraseMailsAbout, eraseMailsOf, eraseMailsToAbout } from "./erase";
export { mailsExport } from "./export";
export { hasMailTo } from "./has-mail-to";
export { moveMails } from "./move-mails";
export { queueMail } from "./queue-mail";
export { linkIsOver, retryMail } from "./retry-mail";
export { sweepMails } from "./sweep-mails";
export { undelivered } from "./undelivered";
