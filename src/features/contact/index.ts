export { eraseContactMessagesStatements, exportContactMessages } from "./personal-data";
export {
  closeContactMessageStatement,
  findContactMessage,
  isOpenContactMessageSql,
  isSentByUserSql,
  reopenContactMessageStatement,
} from "./queries";
export { sweepContactMessages } from "./sweep-contact-messages";
