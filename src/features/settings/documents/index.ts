export type { Fact } from "./document-form";
export { type DocumentForm, firstOf, type Values } from "./document-form";
export { DocumentFrame, type FieldsProps, type ShownForm } from "./document-frame";
export { fillForm, findFormHistory, refillForm } from "./form-queries";
export { type DocumentKind, readDocument, readDocuments, type StoredDocument } from "./read-documents";
export { overwriteDocument, saveDocument } from "./save-document";
export { saveForm, typedForm } from "./save-form";
