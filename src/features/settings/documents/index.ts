export type { Fact } from "./changes";
export { type DocumentForm, firstOf, type Values } from "./document-form";
export { DocumentFrame, type FieldsProps, type ShownForm } from "./document-frame";
export { fillForm, findFormHistory, refillForm } from "./form-queries";
export { overwriteDocument } from "./overwrite-document";
export { type DocumentKind, readDocument, readDocuments, type StoredDocument } from "./read-documents";
export { saveDocument } from "./save-document";
export { saveForm, typedForm } from "./save-form";
