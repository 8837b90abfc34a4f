import * as z from "zod";

/** A buyer's order, without a price. */
export const promotionOrderSchema = z.object({
  /** A package's code; the server checks whether it is on sale. */
  package: z.string().min(1).max(20),
  /** Whether the promotion begins before the 14-day withdrawal period ends. */
  immediate_start: z.boolean(),
});
