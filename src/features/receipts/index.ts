export { erasePapersOf } from "./erase";
export { papersExport } from "./export";
export { paperInMail } from "./paper-in-mail";
export { EMPTY_REGISTER, readRegister, registerPapers, registerPapersOf } from "./paper-register";
export { paperStatements } from "./paper-statements";
export { type PaperLine, papersOf } from "./queries";
