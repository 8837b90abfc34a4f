import type { Ctx } from "@/context";
import { type Fact, readDocuments } from "../documents";
import { FORMS, PRICING_DOCUMENTS, type PricingDocument } from "./forms";

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
