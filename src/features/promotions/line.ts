import { asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, promotions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { WITHDRAWAL_DAYS } from "./begin-promotion";

/** A promotion that is not over, in one line with another: of the same listing and placement. Times in ms. */
export type Queued = {
  orderId: string;
  startsTs: number;
  endsTs: number;
  /** Before this it may not begin: its buyer wants the days of withdrawal to be over first. */
  earliestTs: number;
};

/** Where a promotion moves to. Times in ms. */
export type MovedUp = Pick<Queued, "orderId" | "startsTs" | "endsTs">;

const own = alias(promotions, "own");

/** The promotions in line with an order's, beside it, the earliest first: what runs and what is still to run. */
export const findLine = (ctx: Ctx, orderId: string): Promise<Queued[]> =>
  ctx.db
    .select({
      orderId: promotions.orderId,
      startsTs: promotions.startsTs,
      endsTs: promotions.endsTs,
      earliestTs: sql`case when ${orders.immediateStart} then 0
        else coalesce(${orders.paidTs}, ${orders.createdTs}) + ${WITHDRAWAL_DAYS * DAY_MS} end`.mapWith(
        Number,
      ),
    })
    .from(promotions)
    .innerJoin(own, eq(own.orderId, orderId))
    .innerJoin(orders, eq(orders.id, promotions.orderId))
    .where(inLine(ctx.now))
    .orderBy(asc(promotions.startsTs));

const inLine = (now: number): SQL => sql`${promotions.listingId} = ${own.listingId}
  and ${promotions.placement} = ${own.placement} and ${promotions.orderId} <> ${own.orderId}
  and ${promotions.revokedTs} is null and ${promotions.endsTs} > ${now}`;

/**
 * Where the promotions of a line move once one among them has ended before its time: each as early as what is before it
 * and its buyer allow, so that the listing has no hole and nobody's days come later. Only those that move.
 */
export function movedUp(line: readonly Queued[], now: number): MovedUp[] {
  let free = now;
  return line.flatMap(({ orderId, earliestTs, ...at }) => {
    const startsTs = Math.min(at.startsTs, Math.max(free, earliestTs));
    const endsTs = startsTs + at.endsTs - at.startsTs;
    free = Math.max(free, endsTs);
    return startsTs < at.startsTs ? [{ orderId, startsTs, endsTs }] : [];
  });
}

/** The condition that the line of an order's promotion is still the one that was read. */
export const isLine = (ctx: Ctx, orderId: string, line: readonly Queued[]): SQL => sql`(
    select count(*) from ${promotions} join ${promotions} own on own.order_id = ${orderId} where ${inLine(ctx.now)}
  ) = ${line.length}
  and not exists (
    select 1 from json_each(${JSON.stringify(line)}) read where not exists (
      select 1 from promotions p where p.order_id = read.value ->> 'orderId' and p.revoked_ts is null
        and p.starts_ts = read.value ->> 'startsTs' and p.ends_ts = read.value ->> 'endsTs'
    )
  )`;

/** The statement that moves promotions where they belong, if `made` holds. */
export const moveUp = ({ db }: Ctx, moved: readonly MovedUp[], made: SQL): Statement =>
  db.run(sql`
    update ${promotions} set starts_ts = place.starts_ts, ends_ts = place.ends_ts
    from (
      select value ->> 'orderId' as order_id, value ->> 'startsTs' as starts_ts, value ->> 'endsTs' as ends_ts
      from json_each(${JSON.stringify(moved)})
    ) place
    where promotions.order_id = place.order_id and ${made}`);

/** What would move up if an order's promotion ended now, for whoever is about to end it. */
export const whatMovesUp = async (ctx: Ctx, orderId: string): Promise<MovedUp[]> =>
  movedUp(await findLine(ctx, orderId), ctx.now);
