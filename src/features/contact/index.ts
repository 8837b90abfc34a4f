export { eraseContactMessagesStatements, exportContactMessages } from "./personal-data";
export {
  closeContactMessageStatement,
  findContactMessage,
  isOpenContactMessage,
  isSentByUser,
  reopenContactMessageStatement,
} from "./queries";
export { sweepContactMessages } from "./sweep-contact-messages";
