import { LIMITS_PATH } from "@/shared/limits";
import { type LimitsDocument, limitsSchema } from "@/shared/schemas/limits";
import { BANNED_WORDS } from "./banned-words/banned-words-document";
import type { DocumentKind } from "./documents";
import { PACKAGES, SELLER, VAT } from "./pricing/documents";

/** Overrides of the shipped limits. The statements that count hits read it themselves (`src/db/limits.ts`). */
export const LIMITS: DocumentKind<LimitsDocument> = { path: LIMITS_PATH, schema: limitsSchema, shipped: {} };

/** All settings documents. */
export const DOCUMENTS: readonly DocumentKind<unknown>[] = [PACKAGES, VAT, SELLER, LIMITS, BANNED_WORDS];

/** Bytes of a request with a document: more than the database stores, so that the response can name the limit. */
export const MAX_DOCUMENT_BODY = 4 * 1024 ** 2;

/** The document of a path below `/data/`; null if there is none. */
export const documentAt = (path: string): DocumentKind<unknown> | null =>
  DOCUMENTS.find((one) => one.path === path) ?? null;
