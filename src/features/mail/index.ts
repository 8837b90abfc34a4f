export { deliverMail } from "./deliver-mail";
export {
  changeMailRecipient,
  eraseMails,
  eraseMailsAbout,
  eraseMailsTo,
  exportMails,
} from "./personal-data";
export { hasMailTo, isUndelivered } from "./queries";
export { queueMail, queueMails } from "./queue-mail";
export { isLinkExpired, retryMail } from "./retry-mail";
export { sweepMails } from "./sweep-mails";
