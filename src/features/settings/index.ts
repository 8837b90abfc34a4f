export { BANNED_WORDS } from "./banned-words/banned-words";
export {
  type DocumentKind,
  getDocument,
  MAX_DOCUMENT_BODY,
  type StoredDocument,
  saveDocument,
} from "./documents";
export { EXAMS } from "./exams/exams";
export { SELLER } from "./pricing/document-kinds";
export { findCompleteSeller } from "./pricing/find-complete-seller";
export { missingSellerFieldSql } from "./pricing/missing-seller-field-sql";
export { getCaps, listPackagesOnSale, type Package } from "./pricing/packages";
export { findDocumentKind, LIMITS } from "./settings-documents";
export { DOCUMENT_FORMS } from "./settings-forms";
