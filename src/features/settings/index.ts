export { BANNED_WORDS } from "./banned-words/banned-words";
export * from "./documents";
export { SELLER } from "./pricing/documents";
export { type Package, packagesOnSale, readCaps } from "./pricing/packages";
export { documentAt, MAX_DOCUMENT_BODY } from "./settings-documents";
