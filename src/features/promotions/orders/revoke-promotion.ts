import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { revokeSchema } from "@/shared/schemas/order";
import { hasPromotionSql } from "../schedule/promotion-statements";
import { commitTransition } from "./commit-transition";
import { revokedMailStatements } from "./order-mails";
import { findOrderForTransition, hasChangeablePromotion } from "./queries";
import { retryConflicts } from "./retry-conflicts";

/**
 * Ends an order's promotion permanently, by an admin with a reason that the buyer reads. Refunds nothing. With
 * `isPreview`, only checks it.
 * Refusals: not_found, invalid, conflict (`nothing_promoted`: no promotion runs or is scheduled).
 */
export async function revokePromotion(
  ctx: Ctx,
  { orderId, isPreview = false, ...input }: { orderId: string; reason: string; isPreview?: boolean },
): Promise<Result<{ orderId: string }>> {
  requireAdmin(ctx);
  const parsed = validate(revokeSchema, input);
  if (!parsed.ok) return parsed;
  const { reason } = parsed.value;
  return retryConflicts(orderId, async () => {
    const order = await findOrderForTransition(ctx, orderId);
    if (!order) return refuse("not_found");
    if (!hasChangeablePromotion(order) || order.promotion.endsTs <= ctx.now)
      return refuse("conflict", { reason: "nothing_promoted" });
    if (isPreview) return ok({ orderId });
    const revoked = await commitTransition(ctx, {
      order,
      transition: "revoked",
      guard: hasPromotionSql(sql`p.ends_ts > ${ctx.now}`),
      set: { revokedTs: ctx.now },
      detail: { reason },
      statements: (guard) => revokedMailStatements(ctx, order, reason, guard),
    });
    return revoked ? ok({ orderId }) : null;
  });
}
