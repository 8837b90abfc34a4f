import * as z from "zod";

/** What a buyer says; the price is never theirs to say. */
export const promotionOrderSchema = z.object({
  /** A package's code; whether it is on sale is the server's to know. */
  package: z.string().min(1).max(20),
  /** Whether the promotion shall begin before the 14 days of withdrawal are over. */
  immediate_start: z.boolean(),
});
