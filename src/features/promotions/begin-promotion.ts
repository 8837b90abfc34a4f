import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings, orders, promotions } from "@/db/schema";

const DAY_MS = 86_400_000;

/** GEO 34/2014, art. 9: a consumer may withdraw from a distance contract for services within 14 days. */
export const WITHDRAWAL_DAYS = 14;

/**
 * When the promotion of a row of `orders` begins, in ms: now, or where the last paid one of that placement ends, so that
 * no day is lost; after the days of withdrawal when the buyer did not ask for an immediate start.
 */
export const promotionStart = (now: number): SQL<number> => sql`max(
    ${now},
    coalesce((
      select max(earlier.ends_ts) from ${promotions} earlier
      where earlier.listing_id = orders.listing_id and earlier.placement = orders.placement
        and earlier.revoked_ts is null and earlier.order_id <> orders.id
    ), 0),
    case when orders.immediate_start then 0 else ${now + WITHDRAWAL_DAYS * DAY_MS} end
  )`;

/** Statements that give a paid order its promotion and let the listing live until that ends, if `made` holds. */
export function beginPromotion(
  { db, now, newId }: Ctx,
  order: { id: string; listingId: string },
  made: SQL,
): Statement[] {
  return [
    db.run(sql`
      insert into promotions
        (id, order_id, listing_id, placement, starts_ts, ends_ts, draw, revoked_ts, created_ts)
      select ${newId()}, id, listing_id, placement, starts_ts, starts_ts + days * ${DAY_MS},
        random() & 2147483647, null, ${now}
      from (select *, ${promotionStart(now)} as starts_ts from ${orders} where id = ${order.id})
      where ${made}
      on conflict (order_id) do nothing`),
    db.run(sql`
      update ${listings} set expires_ts = max(
        coalesce(expires_ts, 0),
        (select ends_ts from ${promotions} where order_id = ${order.id})
      ) where id = ${order.listingId} and ${made}`),
  ];
}

/** The statement that stops an order's promotion, if `made` holds: money given back, or in dispute. */
export const revokePromotion = ({ db, now }: Ctx, orderId: string, made: SQL): Statement =>
  db.run(sql`
    update ${promotions} set revoked_ts = ${now}
    where order_id = ${orderId} and revoked_ts is null and ${made}`);

/** The statement that lets an order's promotion go on, if `made` holds. */
export const restorePromotion = ({ db }: Ctx, orderId: string, made: SQL): Statement =>
  db.run(sql`update ${promotions} set revoked_ts = null where order_id = ${orderId} and ${made}`);
