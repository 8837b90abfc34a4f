import type { Ctx } from "@/context";
import { type DocumentForm, type Fact, readDocuments } from "../documents";
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

/** The present pricing documents as text. */
export async function readPricing(ctx: Ctx): Promise<{ name: PricingDocument; facts: Fact[] }[]> {
  const kept = await readDocuments(
    ctx,
    PRICING_DOCUMENTS.map((name) => FORMS[name].kind),
  );
  return PRICING_DOCUMENTS.map((name, place) => ({
    name,
    facts: FORMS[name].facts(ctx.t, kept[place]?.value),
  }));
}
