import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { orders } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { creditSchema } from "@/shared/schemas/order";
import { hasPromotionSql } from "../schedule/promotion-statements";
import { commitTransition } from "./commit-transition";
import { composeCreditedMail, orderMailsStatements } from "./order-mails";
import { findOrderForTransition, hasChangeablePromotion } from "./queries";
import { retryConflicts } from "./retry-conflicts";

/**
 * Adds days to an order's promotion, for example after an outage, by an admin with a reason: at its end, or from now if
 * it has ended. Later promotions are pushed back. `endsTs` is the end (ms) that the admin saw, so parallel clicks count
 * once. Refusals: not_found, invalid, conflict (`nothing_promoted`: it was stopped; `datastale`: it has another end).
 */
export async function creditDays(
  ctx: Ctx,
  { orderId, endsTs, ...input }: { orderId: string; endsTs: number; days: number; reason: string },
): Promise<Result<{ orderId: string; days: number }>> {
  requireAdmin(ctx);
  const parsed = validate(creditSchema, input);
  if (!parsed.ok) return parsed;
  const { days, reason } = parsed.value;
  return retryConflicts(orderId, async () => {
    const order = await findOrderForTransition(ctx, orderId);
    if (!order) return refuse("not_found");
    if (!hasChangeablePromotion(order)) return refuse("conflict", { reason: "nothing_promoted" });
    if (order.promotion.endsTs !== endsTs) return refuse("conflict", { reason: "datastale" });
    const credited = await commitTransition(ctx, {
      order,
      transition: "credited",
      guard: sql`${hasPromotionSql(sql`p.ends_ts = ${endsTs}`)} and ${orders.withdrawnTs} is null`,
      set: { creditedDays: sql`${orders.creditedDays} + ${days}` },
      days,
      detail: { days, reason },
      statements: (guard) =>
        orderMailsStatements(ctx, [composeCreditedMail(ctx, order, { days, reason })], guard),
    });
    return credited ? ok({ orderId, days }) : null;
  });
}
