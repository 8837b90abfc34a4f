import type { Ctx } from "@/context";
import { creditDays, refundOrder, revokePromotion } from "@/features/promotions";
import { type Result, refuse } from "@/shared/errors";
import { parseLei } from "@/shared/schemas/listing";
import { parseWholeNumber } from "@/shared/whole-number";
import { findOrderDetails } from "./find-order-file";

/** The fields of an admin's form about an order, as typed. `seen` is the value that the page showed. */
export type OrderActionInput = { amount: string; days: string; reason: string; seen: string };

/**
 * Refunds an order; an empty amount means all that is left. `datastale` if the amount left is no longer what the page
 * showed, for example because the same form was sent before. Of two parallel refunds `refundOrder` accepts one.
 */
export async function submitRefund(ctx: Ctx, orderId: string, { amount, reason, seen }: OrderActionInput) {
  const file = await findOrderDetails(ctx, orderId);
  if (file && seen !== String(file.left)) return stale();
  const bani = parseLei(amount) ?? null;
  // Refuse 0 and less here: the schema's message would give the bound in bani, while the form takes lei.
  return refundOrder(ctx, { orderId, amount: bani !== null && bani < 1 ? Number.NaN : bani, reason });
}

/** Adds days to a promotion; `datastale` if it no longer ends when the page said. */
export async function submitCredit(ctx: Ctx, orderId: string, { days, reason, seen }: OrderActionInput) {
  const file = await findOrderDetails(ctx, orderId);
  if (file?.promotion && seen !== String(file.promotion.endsTs)) return stale();
  return creditDays(ctx, { orderId, days: parseWholeNumber(days.trim()), reason });
}

/** Ends a promotion. It needs no `seen`: a second submission finds nothing to end. */
export const submitRevocation = (
  ctx: Ctx,
  orderId: string,
  { reason }: OrderActionInput,
): Promise<Result<unknown>> => revokePromotion(ctx, { orderId, reason });

const stale = () => refuse("conflict", { reason: "datastale" });
