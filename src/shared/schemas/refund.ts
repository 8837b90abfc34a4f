import * as z from "zod";
import { normaliseLines } from "@/shared/text";

/** An admin's reason for a decision about an order; the buyer reads it. */
const reason = z.string().overwrite(normaliseLines).min(3).max(500);

/** The refunded amount in bani; null for all that is left. */
export const refundSchema = z.object({ amount: z.int().min(1).nullable(), reason });

export const revokeSchema = z.object({ reason });

/** Days that an admin adds to a promotion after an outage. */
export const creditSchema = z.object({ days: z.int().min(1).max(60), reason });
