export type { DocumentEntry } from "./document-form";
export { type DocumentForm, type DocumentFormValues, toFirstValues } from "./document-form";
export { type DisplayedForm, DocumentFormPage, type FieldsProps } from "./document-form-page";
export { getFilledForm, getMergedForm, listFormHistory } from "./form-queries";
export { type DocumentKind, getDocument, getDocuments, type StoredDocument } from "./read-documents";
export { saveDocument } from "./save-document";
export { parseDocumentForm, saveDocumentForm } from "./save-document-form";
