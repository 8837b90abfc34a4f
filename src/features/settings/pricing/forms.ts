import type { DocumentForm } from "../documents";
import { packageForm } from "./package-form";
import { sellerForm } from "./seller-form";
import { vatForm } from "./vat-form";

/** The pricing documents, by their page names. */
export const PRICING_DOCUMENTS = ["packages", "vat", "seller"] as const;
export type PricingDocument = (typeof PRICING_DOCUMENTS)[number];

export const FORMS: Record<PricingDocument, DocumentForm<unknown>> = {
  packages: packageForm,
  vat: vatForm,
  seller: sellerForm,
};
