import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { auditLog, orders, paymentEvents, promotions, refunds } from "@/db/schema";
import { impersonalPayload } from "./inbox";

/**
 * Takes a person out of what they bought. Orders stay for the books (amounts, VAT, days, and by which payment they are
 * found at Stripe), without buyer and listing; promotions go with their listings, of which nobody but the owner orders
 * one. An order that waits for its payment is closed: should it be paid all the same, it finds nothing to promote, and
 * the money goes back. What admins wrote about the orders goes, and of what they decided themselves, that they did.
 * Stands before whatever erases listings and accounts.
 */
export function anonymiseOrdersOf(
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
    db.run(sql`update ${paymentEvents} set payload = ${impersonalPayload(paymentEvents.payload)}
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

/** The checkouts (ids of Stripe's sessions) in which somebody could still pay. */
export async function openCheckoutsOf(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: orders.checkoutSessionId, state: orders.state })
    .from(orders)
    .where(eq(orders.buyerId, userId));
  return rows.flatMap(({ id, state }) => (id !== null && state === "open" ? [id] : []));
}
