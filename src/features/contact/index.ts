export { eraseContactMessages } from "./erase";
export { exportContactMessages } from "./export";
export {
  closeContactMessage,
  findContactMessage,
  openContactMessages,
  reopenContactMessage,
  writtenBy,
} from "./queries";
export { sweepContactMessages } from "./sweep-closed";
