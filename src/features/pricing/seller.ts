import type { Ctx } from "@/context";
import { readDocument } from "@/features/documents";
import type { Seller } from "@/shared/schemas/pricing";
import { SELLER } from "./documents";

/** Who sells promotions, as receipts name them; null until an admin said it. */
export const sellerOf = async (ctx: Ctx): Promise<Seller | null> => (await readDocument(ctx, SELLER)).value;
