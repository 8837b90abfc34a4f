import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { auditLog, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { anonymizedPayload } from "./stripe-events/inbox";

/**
 * Removes a user's data from their purchases. Orders stay for accounting (amounts, VAT, dates and Stripe payment),
 * without buyer and listing. Promotions are deleted with their listings, since only the owner of a listing orders one.
 * An unpaid order is closed: a later payment finds nothing to promote and is refunded. Admins' notes about the orders
 * are deleted. Refunds that the user issued as an admin no longer name the admin. Runs before the erasure of listings
 * and accounts.
 */
export function anonymizeOrders(
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, email }: { id: string; email: string },
): Statement[] {
  const own = sql`(select id from listings where owner_id = ${id})`;
  const ordered = sql`(select id from ${orders} where buyer_id = ${id})`;
  const waiting = sql`state in ('created', 'open')`;
  return [
    db.run(sql`delete from promotion_placements
      where promotion_id in (select id from ${promotions} where listing_id in ${own})`),
    db.run(sql`delete from ${promotions} where listing_id in ${own}`),
    // Events that name no order of ours may speak of the buyer all the same.
    db.run(sql`update ${paymentEvents} set payload = ${anonymizedPayload(paymentEvents.payload)}
      where order_id in ${ordered} or (order_id is null and instr(payload, ${email}) > 0)`),
    db.run(sql`update ${refunds} set reason = '' where order_id in ${ordered}`),
    db.run(sql`update ${refunds} set actor_id = null where actor_id = ${id}`),
    db.run(sql`update ${auditLog} set detail = json_remove(detail, '$.reason')
      where subject in (select 'order:' || id from ${orders} where buyer_id = ${id})`),
    db.run(sql`update ${orders} set
        state = case when ${waiting} then 'expired' else state end,
        closed_ts = case when ${waiting} then coalesce(closed_ts, ${now}) else closed_ts end,
        checkout_url = null, listing_id = null, buyer_id = null
      where buyer_id = ${id}`),
  ];
}

/** Stripe session ids of checkouts that can still be paid. */
export async function listOpenCheckouts(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: orders.checkoutSessionId, state: orders.state })
    .from(orders)
    .where(eq(orders.buyerId, userId));
  return rows.flatMap(({ id, state }) => (id !== null && state === "open" ? [id] : []));
}
