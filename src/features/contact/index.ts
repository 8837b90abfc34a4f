export { eraseContactOf } from "./erase";
export { contactExport } from "./export";
export {
  closeContactMessage,
  findContactMessage,
  openContactMessages,
  reopenContactMessage,
  writtenBy,
} from "./queries";
export { sweepContactMessages } from "./sweep-closed";
