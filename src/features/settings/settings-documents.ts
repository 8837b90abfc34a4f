import { LIMITS_PATH } from "@/shared/limits";
import { type LimitsDocument, limitsSchema } from "@/shared/schemas/limits";
import { BANNED_WORDS } from "./banned-words/banned-words-document";
import type { DocumentKind } from "./documents";
import { PACKAGES, SELLER, VAT } from "./pricing/documents";

/** What holds instead of the limits as shipped; the statements that count read it themselves (`src/db/limits.ts`). */
export const LIMITS: DocumentKind<LimitsDocument> = { path: LIMITS_PATH, schema: limitsSchema, shipped: {} };

/** Every settings document there is. */
export const DOCUMENTS: readonly DocumentKind<unknown>[] = [PACKAGES, VAT, SELLER, LIMITS, BANNED_WORDS];

/** The document of a path, as its address below `/data/` names it; null where there is none. */
export const documentAt = (path: string): DocumentKind<unknown> | null =>
  DOCUMENTS.find((one) => one.path === path) ?? null;
