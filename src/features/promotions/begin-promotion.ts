import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings, orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** GEO 34/2014, art. 9: a consumer may withdraw from a distance contract for services within 14 days. */
export const WITHDRAWAL_DAYS = 14;

/** Where (ms) the last promotion ends that was paid for with other orders, beside a row of a table; 0 without. */
const othersEnd = (row: "orders" | "promotions", orderId: "id" | "order_id"): SQL => {
  const own = (column: string) => sql.raw(`${row}.${column}`);
  return sql`coalesce((
      select max(other.ends_ts) from promotions other
      where other.listing_id = ${own("listing_id")} and other.placement = ${own("placement")}
        and other.revoked_ts is null and other.order_id <> ${own(orderId)}
    ), 0)`;
};

/**
 * When the promotion of a row of `orders` begins, in ms: now, or where the last paid one of that placement ends, so that
 * no day is lost; after the days of withdrawal when the buyer did not ask for an immediate start.
 */
export const promotionStart = (now: number): SQL<number> => sql`max(
    ${now},
    ${othersEnd("orders", "id")},
    case when orders.immediate_start then 0 else ${now + WITHDRAWAL_DAYS * DAY_MS} end
  )`;

/** Statements that give a paid order its promotion and let the listing live until that ends, if `made` holds. */
export function beginPromotion({ db, now, newId }: Ctx, orderId: string, made: SQL): Statement[] {
  return [
    db.run(sql`
      insert into promotions
        (id, order_id, listing_id, placement, starts_ts, ends_ts, draw, revoked_ts, created_ts)
      select ${newId()}, id, listing_id, placement, starts_ts, starts_ts + days * ${DAY_MS},
        random() & 2147483647, null, ${now}
      from (select *, ${promotionStart(now)} as starts_ts from ${orders} where id = ${orderId})
      where ${made}
      on conflict (order_id) do nothing`),
    letListingLive(db, orderId, made),
  ];
}

/** The statement that stops an order's promotion, if `made` holds: money given back, or in dispute. */
export const revokePromotion = ({ db, now }: Ctx, orderId: string, made: SQL): Statement =>
  db.run(sql`
    update ${promotions} set revoked_ts = ${now}
    where order_id = ${orderId} and revoked_ts is null and ${made}`);

/**
 * Statements that let an order's promotion go on, if `made` holds. The days that were left when it was stopped begin
 * now, or behind whatever was bought meanwhile: none that was paid for passes unseen or beside another.
 */
export function restorePromotion({ db, now }: Ctx, orderId: string, made: SQL): Statement[] {
  const goesOn = sql`max(${now}, starts_ts, ${othersEnd("promotions", "order_id")})`;
  const daysLeft = sql`revoked_ts < ends_ts`;
  return [
    db.run(sql`
      update ${promotions} set
        starts_ts = case when ${daysLeft} then ${goesOn} else starts_ts end,
        ends_ts = case when ${daysLeft} then ${goesOn} + ends_ts - max(starts_ts, revoked_ts) else ends_ts end,
        revoked_ts = null
      where order_id = ${orderId} and revoked_ts is not null and ${made}`),
    letListingLive(db, orderId, made),
  ];
}

/** A listing lives at least as long as its promotion. */
const letListingLive = (db: Ctx["db"], orderId: string, made: SQL): Statement =>
  db.run(sql`
    update ${listings} set expires_ts = max(coalesce(expires_ts, 0), promotion.ends_ts)
    from ${promotions} promotion
    where promotion.order_id = ${orderId} and ${listings.id} = promotion.listing_id and ${made}`);
