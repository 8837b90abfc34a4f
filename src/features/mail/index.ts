export { deliverMail } from "./deliver-mail";
export { eraseMailsAbout, eraseMailsOf, eraseMailsToAbout } from "./erase";
export { mailsExport } from "./export";
export { moveMails } from "./move-mails";
export { hasMailTo } from "./queries";
export { queueMail } from "./queue-mail";
export { linkIsOver, retryMail } from "./retry-mail";
export { sweepMails } from "./sweep-mails";
export { undelivered } from "./undelivered";
