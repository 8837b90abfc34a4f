export { type DocumentKind, readDocument, readDocuments } from "./read-documents";
