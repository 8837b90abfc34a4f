export { replyStatements } from "./contact-mails";
export { eraseContactMessagesStatements, exportContactMessages } from "./personal-data";
export {
  findContactMessage,
  isOpenContactMessageSql,
  isSentByUserSql,
  type StoredContactMessage,
  setContactMessageClosedStatement,
} from "./queries";
export { sweepContactMessages } from "./sweep-contact-messages";
