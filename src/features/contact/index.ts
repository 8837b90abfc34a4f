export { eraseContactOf } from "./erase";
export { contactExport } from "./export";
export { closeContactMessage, openContactMessages, reopenContactMessage } from "./queries";
export { sweepContactMessages } from "./sweep-closed";
