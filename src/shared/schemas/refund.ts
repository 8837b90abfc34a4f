import * as z from "zod";
import { normaliseLines } from "@/shared/text";

/** What an admin writes beside a decision about an order; the buyer reads it. */
const reason = z.string().overwrite(normaliseLines).min(3).max(500);

/** How much an admin gives back, in bani; null for all that is left. */
export const refundSchema = z.object({ amount: z.int().min(1).nullable(), reason });

export const revokeSchema = z.object({ reason });

/** Days that an admin gives for those lost to an outage. */
export const creditSchema = z.object({ days: z.int().min(1).max(60), reason });
