import { packageForm } from "./package-form";
import type { PricingForm } from "./pricing-form";
import { sellerForm } from "./seller-form";
import { vatForm } from "./vat-form";

/** The documents that pricing is made of, as their pages are called. */
export const PRICING_DOCUMENTS = ["packages", "vat", "seller"] as const;
export type PricingDocument = (typeof PRICING_DOCUMENTS)[number];

export const FORMS: Record<PricingDocument, PricingForm<unknown>> = {
  packages: packageForm,
  vat: vatForm,
  seller: sellerForm,
};
