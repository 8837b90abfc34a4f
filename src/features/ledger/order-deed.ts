import type { Ctx } from "@/context";
import { creditDays, refundOrder, revokeOrder } from "@/features/promotions";
import { type Result, refuse } from "@/shared/errors";
import { baniOf } from "@/shared/schemas/listing";
import { wholeNumberOf } from "@/shared/whole-number";
import { findOrderFile } from "./find-order-file";

/** How an admin's form about an order comes: as typed, with what the page showed when it was opened. */
export type TypedDeed = { amount: string; days: string; reason: string; seen: string };

/**
 * Gives money back as the page offered it: an empty amount is all that was left. The same form sent again later, when
 * something was given back meanwhile, is refused as `datastale`; beside each other only one of two counts anyhow.
 */
export async function refundAsSeen(ctx: Ctx, orderId: string, { amount, reason, seen }: TypedDeed) {
  const file = await findOrderFile(ctx, orderId);
  if (file && seen !== String(file.left)) return stale();
  const bani = baniOf(amount) ?? null;
  // Nothing and less is no amount: the bound would be told in bani, where one types lei.
  return refundOrder(ctx, { orderId, amount: bani !== null && bani < 1 ? Number.NaN : bani, reason });
}

/** Gives days to a promotion that still ends where the page said; `datastale` where it does not. */
export async function creditAsSeen(ctx: Ctx, orderId: string, { days, reason, seen }: TypedDeed) {
  const file = await findOrderFile(ctx, orderId);
  if (file?.promotion && seen !== String(file.promotion.endsTs)) return stale();
  return creditDays(ctx, { orderId, days: wholeNumberOf(days.trim()), reason });
}

/** Ends a promotion; sent a second time there is nothing left to end. */
export const revokeAsTyped = (ctx: Ctx, orderId: string, { reason }: TypedDeed): Promise<Result<unknown>> =>
  revokeOrder(ctx, { orderId, reason });

const stale = () => refuse("conflict", { reason: "datastale" });
