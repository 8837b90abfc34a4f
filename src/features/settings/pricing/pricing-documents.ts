import type { Ctx } from "@/context";
import { type DocumentEntry, type DocumentForm, getDocuments } from "../documents";
import { packageForm } from "./package-form";
import { sellerForm } from "./seller-form";
import { vatForm } from "./vat-form";

/** The pricing documents, by their page names. */
export const PRICING_DOCUMENTS = ["packages", "vat", "seller"] as const;
export type PricingDocument = (typeof PRICING_DOCUMENTS)[number];

export const PRICING_FORMS: Record<PricingDocument, DocumentForm<unknown>> = {
  packages: packageForm,
  vat: vatForm,
  seller: sellerForm,
};

/** The current pricing documents as text. */
export async function listPricingDocuments(
  ctx: Ctx,
): Promise<{ name: PricingDocument; entries: DocumentEntry[] }[]> {
  const documents = await getDocuments(
    ctx,
    PRICING_DOCUMENTS.map((name) => PRICING_FORMS[name].kind),
  );
  return PRICING_DOCUMENTS.map((name, index) => ({
    name,
    entries: PRICING_FORMS[name].toEntries(ctx.t, documents[index]?.value),
  }));
}
