export { deliverMail } from "./deliver-mail";
export { eraseMailsAbout, eraseMailsTo } from "./erase";
export { mailsExport } from "./export";
export { moveMails } from "./move-mails";
export { queueMail } from "./queue-mail";
export { retryMail } from "./retry-mail";
export { sweepSent } from "./sweep-sent";
export { undelivered } from "./undelivered";
