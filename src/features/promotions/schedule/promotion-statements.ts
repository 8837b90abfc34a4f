import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings, orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { promotionStartSql } from "./promotion-start";

/** Statements that insert a paid order's promotion and extend the listing's expiry to its end, if `guard` holds. */
export function insertPromotionStatements({ db, now, newId }: Ctx, orderId: string, guard: SQL): Statement[] {
  return [
    db.run(sql`
      insert into promotions
        (id, order_id, listing_id, placement, starts_ts, ends_ts, rotation_key, stopped_ts, created_ts)
      select ${newId()}, id, listing_id, placement, starts_ts, starts_ts + days * ${DAY_MS},
        random() & 2147483647, null, ${now}
      from (select *, ${promotionStartSql(now)} as starts_ts from ${orders} where id = ${orderId})
      where ${guard}
      on conflict (order_id) do nothing`),
    extendListingExpiryStatement(db, listingOfOrderSql(orderId), guard),
  ];
}

/**
 * The statement that stops an order's promotion, if `guard` holds: after a refund, a withdrawal or in a dispute. What has
 * ended cannot be stopped.
 */
export const stopPromotionStatement = ({ db, now }: Ctx, orderId: string, guard: SQL): Statement =>
  db.run(sql`
    update ${promotions} set stopped_ts = ${now}
    where order_id = ${orderId} and stopped_ts is null and ends_ts > ${now} and ${guard}`);

/** Guard: the order has a promotion `p` that was not stopped, and `condition` holds for it. */
export const hasPromotionSql = (condition: SQL): SQL => sql`exists (
    select 1 from ${promotions} p where p.order_id = orders.id and p.stopped_ts is null and ${condition}
  )`;

/** The statement that sets the times (ms) of an order's promotion and resumes it, if `guard` holds. */
export const setPromotionPeriodStatement = (
  { db }: Ctx,
  orderId: string,
  { startsTs, endsTs }: { startsTs: number; endsTs: number },
  guard: SQL,
): Statement =>
  db.run(sql`
    update ${promotions} set starts_ts = ${startsTs}, ends_ts = ${endsTs}, stopped_ts = null
    where order_id = ${orderId} and ${guard}`);

export const listingOfOrderSql = (orderId: string): SQL =>
  sql`(select listing_id from promotions where order_id = ${orderId})`;

/**
 * Listings of a list in SQL expire no earlier than their promotions end. If an expiry moves, the reminders about it
 * start over.
 */
export const extendListingExpiryStatement = (db: Ctx["db"], listingIds: SQL, guard: SQL): Statement =>
  db.run(sql`
    update ${listings} set
      expires_ts = max(coalesce(expires_ts, 0), last.ends_ts),
      expiry_notice = case when last.ends_ts > coalesce(expires_ts, 0) then null else expiry_notice end
    from (
      select listing_id, max(ends_ts) as ends_ts from promotions
      where stopped_ts is null and listing_id in ${listingIds}
      group by listing_id
    ) last
    where ${listings.id} = last.listing_id and ${guard}`);
