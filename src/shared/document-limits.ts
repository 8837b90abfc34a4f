/** Bounds of the files that a teacher sends to have a document checked. */
export const DOCUMENT_LIMITS = { bytes: 10 * 1024 * 1024, files: 3 } as const;

/** Accepted media types; the real type is read from the bytes. */
export const DOCUMENT_TYPES = ["application/pdf", "image/jpeg", "image/png", "image/webp"] as const;

export type DocumentProblem = "not_a_document" | "document_too_large" | "document_too_many_pixels";
