import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard, previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { listings, orders, users } from "@/db/schema";
import type { Stripe } from "@/platform/stripe";
import { applyRefundsAndDisputes } from "../refunds/apply-refunds-and-disputes";
import { describeSessionMismatch, getPaymentIntentId } from "./checkout-session";
import { parseOrderMetadata } from "./order-metadata";

/**
 * Restores the order of a paid session that is missing, because the database was restored to an earlier time. The terms
 * come from the session's metadata and are compared with the payment. The new row is `expired`, so it does not conflict
 * with the listing's open order; the caller then applies the payment. Refunds at Stripe are applied first, so that a
 * refunded order is not promoted. Without its listing or owner, the order can't be promoted and is refunded.
 * @returns false if the session does not belong to a paid order of this site
 * @throws StripeError if Stripe is unavailable; the next attempt continues
 */
export async function restoreOrder(ctx: Ctx, session: Stripe.Checkout.Session): Promise<boolean> {
  const terms = parseOrderMetadata(session.metadata);
  const intentId = getPaymentIntentId(session);
  if (!terms || !intentId || session.payment_status !== "paid") return false;
  // This code writes the same id to both references of a session.
  if (terms.id !== session.client_reference_id) return false;
  if (describeSessionMismatch({ ...terms, checkoutSessionId: session.id }, session, ctx.payments.livemode))
    return false;

  const { listingId, buyerId, ...values } = terms;
  await ctx.commit([
    insertWhere(
      ctx.db,
      orders,
      {
        ...values,
        listingId: sql`(select id from ${listings} where id = ${listingId} and owner_id = ${buyerId})`,
        buyerId: sql`(select id from ${users} where id = ${buyerId})`,
        state: "expired",
        checkoutSessionId: session.id,
        checkoutExpiresTs: session.expires_at * 1000,
        paymentIntentId: intentId,
      },
      noGuard,
    ).onConflictDoNothing(),
    auditEventStatement(
      ctx,
      { action: "order.restored", subject: auditSubject("order", terms.id) },
      previousChanged,
    ),
  ]);
  ctx.log.warn("order_restored", { order: terms.id });
  await applyRefundsAndDisputes(ctx, terms.id, intentId);
  return true;
}
