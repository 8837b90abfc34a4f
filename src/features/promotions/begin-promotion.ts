import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { auditLog, listings, orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** GEO 34/2014, art. 9: a consumer may withdraw from a distance contract for services within 14 days. */
export const WITHDRAWAL_DAYS = 14;

/** Where (ms) the last promotion ends that was paid for with other orders, beside a row of `orders`; 0 without. */
const othersEnd = sql`coalesce((
      select max(other.ends_ts) from promotions other
      where other.listing_id = orders.listing_id and other.placement = orders.placement
        and other.revoked_ts is null and other.order_id <> orders.id
    ), 0)`;

/**
 * When the promotion of a row of `orders` begins, in ms: now, or where the last paid one of that placement ends, so that
 * no day is lost; after the days of withdrawal when the buyer did not ask for an immediate start.
 */
export const promotionStart = (now: number): SQL<number> => sql`max(
    ${now},
    ${othersEnd},
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

/** The promotions, not stopped, that stand in one line with a row of `promotions`: its listing's, of its placement. */
const inLine = sql`
    select * from promotions other
    where other.listing_id = promotions.listing_id and other.placement = promotions.placement
      and other.revoked_ts is null and other.order_id <> promotions.order_id`;

/** The first moment (ms) from `now` and from its own start at which a row of `promotions` would run beside no other. */
const freeStart = (now: number): SQL => sql`(
    select min(moment) from (
      select max(${now}, promotions.starts_ts) as moment
      union all
      select ends_ts from (${inLine}) where ends_ts > max(${now}, promotions.starts_ts)
    ) where not exists (select 1 from (${inLine}) where starts_ts <= moment and moment < ends_ts)
  )`;

/** What ended a promotion for good, beside a row of `promotions`: the buyer's withdrawal, or an admin's word. */
const endedForGood = sql`(
    exists (select 1 from ${orders} o where o.id = promotions.order_id and o.withdrawn_ts is not null)
    or exists (
      select 1 from ${auditLog} a where a.subject = ${auditSubject("order", promotions.orderId)} and a.action = 'order.revoked'
    )
  )`;

/**
 * Statements that let an order's promotion go on, if `made` holds. The days that were left when it was stopped begin
 * now, or where what runs now ends; what is still to run moves on where it would overlap. So no day that was paid for
 * passes unseen or beside another, and the listing is promoted without a gap. What ended for good stays ended.
 */
export function restorePromotion({ db, now }: Ctx, orderId: string, made: SQL): Statement[] {
  const daysLeft = sql`revoked_ts < ends_ts`;
  return [
    db.run(sql`
      update ${promotions} set
        starts_ts = case when ${daysLeft} then free.starts_ts else promotions.starts_ts end,
        ends_ts = case when ${daysLeft}
          then free.starts_ts + ends_ts - max(promotions.starts_ts, revoked_ts) else ends_ts end,
        revoked_ts = null
      from (select id, ${freeStart(now)} as starts_ts from ${promotions} where order_id = ${orderId}) free
      where free.id = promotions.id and revoked_ts is not null
        and not ${endedForGood} and ${made}`),
    moveOnLater(db, orderId, made),
    letListingLive(db, orderId, made),
  ];
}

/**
 * Statements that give an order's promotion so many days more, if `made` holds: at its end, or anew when it is over. What
 * is still to run moves on, as when a promotion goes on.
 */
export function extendPromotion({ db, now }: Ctx, orderId: string, days: number, made: SQL): Statement[] {
  return [
    db.run(sql`
      update ${promotions} set
        starts_ts = case when ends_ts > ${now} then promotions.starts_ts else free.starts_ts end,
        ends_ts = case when ends_ts > ${now} then ends_ts else free.starts_ts end + ${days * DAY_MS}
      from (select id, ${freeStart(now)} as starts_ts from ${promotions} where order_id = ${orderId}) free
      where free.id = promotions.id and revoked_ts is null and ${made}`),
    moveOnLater(db, orderId, made),
    letListingLive(db, orderId, made),
  ];
}

/**
 * The statement that moves on whatever begins after an order's promotion and would run beside it, each by its overlap.
 * The new places are computed in FROM, before the first row changes: SET would read rows already moved.
 */
const moveOnLater = (db: Ctx["db"], orderId: string, made: SQL): Statement =>
  db.run(sql`
    update ${promotions} set
      starts_ts = place.starts_ts,
      ends_ts = place.starts_ts + promotions.ends_ts - promotions.starts_ts
    from (
      select later.id, max(later.starts_ts, own.ends_ts + coalesce(sum(later.ends_ts - later.starts_ts) over (
        order by later.starts_ts rows between unbounded preceding and 1 preceding
      ), 0)) as starts_ts
      from promotions own
      join promotions later on later.listing_id = own.listing_id and later.placement = own.placement
        and later.id <> own.id and later.revoked_ts is null and later.starts_ts >= own.starts_ts
      where own.order_id = ${orderId} and own.revoked_ts is null
    ) place
    where place.id = promotions.id and ${made}`);

/** A listing lives at least as long as its promotions; its owner will be told anew when a later end comes near. */
const letListingLive = (db: Ctx["db"], orderId: string, made: SQL): Statement =>
  db.run(sql`
    update ${listings} set
      expires_ts = max(coalesce(expires_ts, 0), last.ends_ts),
      expiry_notice = case when last.ends_ts > coalesce(expires_ts, 0) then null else expiry_notice end
    from (
      select listing_id, max(ends_ts) as ends_ts from promotions
      where revoked_ts is null and listing_id = (select listing_id from promotions where order_id = ${orderId})
      group by listing_id
    ) last
    where ${listings.id} = last.listing_id and ${made}`);
