import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { auditLog, orders } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { creditSchema } from "@/shared/schemas/order";
import { commitTransition } from "../orders/commit-transition";
import { creditedMailStatements } from "../orders/order-mails";
import { findOrderForTransition } from "../orders/queries";
import { hasPromotionSql } from "./promotion-statements";

/** Equal credits within this time (ms) count as one click. */
const DUPLICATE_CREDIT_WINDOW_MS = 60_000;

/** Optimistic concurrency: retry when the queue changed between read and write. 3 exceeds real contention. */
const MAX_ATTEMPTS = 3;

/**
 * Adds days to an order's promotion, for example after an outage, by an admin with a reason: at its end, or from now if
 * it has ended. Later promotions are pushed back. Parallel clicks count once.
 * Refusals: not_found, invalid, conflict (`nothing_promoted`: it was stopped, or the same credit was just given).
 */
export async function creditDays(
  ctx: Ctx,
  { orderId, ...input }: { orderId: string; days: number; reason: string },
): Promise<Result<{ orderId: string; days: number }>> {
  requireAdmin(ctx);
  const parsed = validate(creditSchema, input);
  if (!parsed.ok) return parsed;
  const order = await findOrderForTransition(ctx, orderId);
  if (!order) return refuse("not_found");
  const { days, reason } = parsed.value;
  const repeated = sql`exists (
    select 1 from ${auditLog} a where a.subject = ${auditSubject("order", orderId)} and a.action = 'order.credited'
      and a.ts > ${ctx.now - DUPLICATE_CREDIT_WINDOW_MS} and a.detail ->> 'days' = ${days} and a.detail ->> 'reason' = ${reason}
  )`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const credited = await commitTransition(ctx, {
      order,
      transition: "credited",
      guard: sql`${hasPromotionSql(noGuard)} and ${orders.withdrawnTs} is null and not ${repeated}`,
      days,
      detail: { days, reason },
      statements: (guard) => creditedMailStatements(ctx, order, { days, reason }, guard),
    });
    if (credited) return ok({ orderId, days });
  }
  return refuse("conflict", { reason: "nothing_promoted" });
}
