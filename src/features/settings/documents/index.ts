export type { DocumentEntry, DocumentFormValues, DocumentList, FieldsProps } from "./document-form";
export { type DocumentForm, getDocumentName, toFirstValues } from "./document-form";
export {
  type DocumentKind,
  getDocument,
  getDocuments,
  MAX_DOCUMENT_BODY,
  type StoredDocument,
} from "./read-documents";
export { toRowKey, toRowName } from "./row-keys";
export { saveDocument } from "./save-document";
export { SavedNotice } from "./saved-notice";
