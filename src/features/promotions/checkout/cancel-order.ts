import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { findOrderById, type Order } from "../orders/queries";
import { withStripeTimeout } from "../orders/with-stripe-timeout";
import { expireOrder } from "./expire-order";

/**
 * Closes the user's unpaid order, and its checkout at Stripe first, so that it can no longer be paid. An order that is
 * closed already stays closed. Refusals: not_found, conflict (`order_paid`: it was paid meanwhile, or its payment is
 * being processed), unavailable (Stripe is unavailable; the order stays open).
 */
export async function cancelOrder(ctx: Ctx, id: string): Promise<Result<Order>> {
  const user = requireUser(ctx);
  const found = await findOrderById(ctx, id);
  if (!found || found.buyerId !== user.id) return refuse("not_found");
  const isUnpaid = (found.state === "created" || found.state === "open") && found.processingTs === null;
  const order = isUnpaid ? await withStripeTimeout(ctx, expireOrder(ctx, found), null) : found;
  if (!order) return refuse("unavailable", { reason: "payments_unavailable", retryAfter: 30 });
  const isClosed = order.state === "expired" || order.state === "failed";
  return isClosed ? ok(order) : refuse("conflict", { reason: "order_paid" });
}
