import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEvent, auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { listings, orders, users } from "@/db/schema";
import type { Stripe } from "@/platform/payments";
import { parseOrderMetadata } from "../checkout/order-metadata";
import { settleReversals } from "../refunds/settle-reversals";
import { describeMismatch, getPaymentIntentId } from "./checkout-session";

/**
 * Rebuilds the order of a paid session that the database does not have: it was restored to a time before the order. The
 * terms are those that this server wrote into the session's metadata, checked against what was paid. The new row is
 * `expired` and unpaid, so that it takes no other order's place; the caller settles the payment. Refunds that Stripe knows
 * are booked first: money that went back promotes nothing.
 * Without its listing or its owner, which the restored database may lack too, the order can't be promoted, and its money
 * goes back.
 * @returns false when the session is not one of a paid order of ours
 * @throws StripeError when Stripe can't be asked; the next attempt goes on from there
 */
export async function restoreOrder(ctx: Ctx, session: Stripe.Checkout.Session): Promise<boolean> {
  const sold = parseOrderMetadata(session.metadata);
  const intentId = getPaymentIntentId(session);
  if (!sold || !intentId || session.payment_status !== "paid") return false;
  // Only our key makes sessions. A session whose two references differ was not made by this code.
  if (sold.id !== session.client_reference_id) return false;
  if (describeMismatch({ ...sold, checkoutSessionId: session.id }, session, ctx.payments.livemode))
    return false;

  const { listingId, buyerId, ...terms } = sold;
  await ctx.commit([
    insertWhere(
      ctx.db,
      orders,
      {
        ...terms,
        listingId: sql`(select id from ${listings} where id = ${listingId} and owner_id = ${buyerId})`,
        buyerId: sql`(select id from ${users} where id = ${buyerId})`,
        state: "expired",
        checkoutSessionId: session.id,
        checkoutExpiresTs: session.expires_at * 1000,
        paymentIntentId: intentId,
      },
      sql`true`,
    ).onConflictDoNothing(),
    auditEvent(ctx, { action: "order.restored", subject: auditSubject("order", sold.id) }),
  ]);
  ctx.log.warn("order_restored", { order: sold.id });
  await settleReversals(ctx, sold.id, intentId);
  return true;
}
