import { paths } from "@/shared/paths";
import {
  type PackagesDocument,
  packagesSchema,
  type Seller,
  sellerSchema,
  type VatRates,
  vatSchema,
} from "@/shared/schemas/pricing";
import type { DocumentKind, DocumentList } from "../documents";

/** The page with the pricing documents. */
export const PRICING_LIST: DocumentList = { title: "pricing.title", path: paths.adminPricing };

/** Packages and caps. */
export const PACKAGES: DocumentKind<PackagesDocument> = {
  path: "settings/packages",
  schema: packagesSchema,
  defaultValue: packagesSchema.parse({}),
};

/** VAT rates by their first day. Law 141/2025: the standard rate is 21 % since August 2025. */
export const VAT: DocumentKind<VatRates> = {
  path: "settings/vat",
  schema: vatSchema,
  defaultValue: [{ from: "2025-08-01", rate: 2100 }],
};

/** The seller; null until an admin enters it. */
export const SELLER: DocumentKind<Seller | null> = {
  path: "settings/seller",
  schema: sellerSchema,
  defaultValue: null,
};
