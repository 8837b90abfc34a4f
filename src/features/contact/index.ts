export { eraseContactMessagesStatements, exportContactMessages } from "./personal-data";
export {
  findContactMessage,
  isOpenContactMessageSql,
  isSentByUserSql,
  setContactMessageClosedStatement,
} from "./queries";
export { sweepContactMessages } from "./sweep-contact-messages";
