export { eraseContactMessages, exportContactMessages } from "./personal-data";
export {
  closeContactMessage,
  findContactMessage,
  isOpenContactMessage,
  isSentByUser,
  reopenContactMessage,
} from "./queries";
export { sweepContactMessages } from "./sweep-contact-messages";
