import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { auditLog, listings, orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** GEO 34/2014, art. 9: a consumer may withdraw from a distance contract for services within 14 days. */
export const WITHDRAWAL_DAYS = 14;

/** End (ms) of the last promotion paid by other orders of the listing, for a row of `orders`; 0 without one. */
const othersEnd = sql`coalesce((
      select max(other.ends_ts) from promotions other
      where other.listing_id = orders.listing_id and other.placement = orders.placement
        and other.revoked_ts is null and other.order_id <> orders.id
    ), 0)`;

/**
 * When the promotion of a row of `orders` begins, in ms: now, or where the last paid one of that placement ends, so that
 * no day is lost; after the days of withdrawal when the buyer did not ask for an immediate start.
 */
export const promotionStartSql = (now: number): SQL<number> => sql`max(
    ${now},
    ${othersEnd},
    case when orders.immediate_start then 0 else ${now + WITHDRAWAL_DAYS * DAY_MS} end
  )`;

/** Statements that insert a paid order's promotion and extend the listing's expiry to its end, if `guard` holds. */
export function insertPromotion({ db, now, newId }: Ctx, orderId: string, guard: SQL): Statement[] {
  return [
    db.run(sql`
      insert into promotions
        (id, order_id, listing_id, placement, starts_ts, ends_ts, rotation_key, revoked_ts, created_ts)
      select ${newId()}, id, listing_id, placement, starts_ts, starts_ts + days * ${DAY_MS},
        random() & 2147483647, null, ${now}
      from (select *, ${promotionStartSql(now)} as starts_ts from ${orders} where id = ${orderId})
      where ${guard}
      on conflict (order_id) do nothing`),
    extendListingExpiry(db, orderId, guard),
  ];
}

/** The statement that stops an order's promotion, if `guard` holds: money given back, or in dispute. */
export const stopPromotion = ({ db, now }: Ctx, orderId: string, guard: SQL): Statement =>
  db.run(sql`
    update ${promotions} set revoked_ts = ${now}
    where order_id = ${orderId} and revoked_ts is null and ${guard}`);

/** Whether the promotion of a row of `promotions` ended permanently: withdrawn by the buyer, or revoked by an admin. */
const hasEndedPermanently = sql`(
    exists (select 1 from ${orders} o where o.id = promotions.order_id and o.withdrawn_ts is not null)
    or exists (
      select 1 from ${auditLog} a where a.subject = ${auditSubject("order", promotions.orderId)} and a.action = 'order.revoked'
    )
  )`;

/** Statement that sets when an order's promotion runs (ms) and resumes it, if `guard` holds. Not if it ended for good. */
export const setPromotionPeriod = (
  { db }: Ctx,
  orderId: string,
  { startsTs, endsTs }: { startsTs: number; endsTs: number },
  guard: SQL,
): Statement =>
  db.run(sql`
    update ${promotions} set starts_ts = ${startsTs}, ends_ts = ${endsTs}, revoked_ts = null
    where order_id = ${orderId} and not ${hasEndedPermanently} and ${guard}`);

/** A listing expires no earlier than its promotions end; a later expiry is announced to its owner again. */
export const extendListingExpiry = (db: Ctx["db"], orderId: string, guard: SQL): Statement =>
  db.run(sql`
    update ${listings} set
      expires_ts = max(coalesce(expires_ts, 0), last.ends_ts),
      expiry_notice = case when last.ends_ts > coalesce(expires_ts, 0) then null else expiry_notice end
    from (
      select listing_id, max(ends_ts) as ends_ts from promotions
      where revoked_ts is null and listing_id = (select listing_id from promotions where order_id = ${orderId})
      group by listing_id
    ) last
    where ${listings.id} = last.listing_id and ${guard}`);
