import type { Ctx } from "@/context";
import { type CompleteSeller, isCompleteSeller } from "@/shared/schemas/pricing";
import { getDocument } from "../documents";
import { SELLER } from "./document-kinds";

/** The seller of promotions; null until an admin has entered all of it. */
export async function findCompleteSeller(ctx: Ctx): Promise<CompleteSeller | null> {
  const { value } = await getDocument(ctx, SELLER);
  return isCompleteSeller(value) ? value : null;
}
