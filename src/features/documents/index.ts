export { type DocumentVersion, documentVersions } from "./history";
export { type DocumentKind, readDocument, readDocuments } from "./read-documents";
export { saveDocument } from "./save-document";
