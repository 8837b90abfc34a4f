export { BANNED_WORDS } from "./banned-words/banned-words";
export * from "./documents";
export { SELLER } from "./pricing/document-kinds";
export { getCaps, listPackagesOnSale, type Package } from "./pricing/packages";
export { findDocumentKind, MAX_DOCUMENT_BODY } from "./settings-documents";
