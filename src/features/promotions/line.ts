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

/** When a promotion runs, in ms. */
export type Place = Pick<Queued, "startsTs" | "endsTs">;

/** Where a promotion moves to. */
export type Moved = Place & { orderId: string };

/** Where a promotion stands, and since when (ms) it stands still; null while it does not. */
export type Standing = Place & { revokedTs: number | null };

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
export function movedUp(line: readonly Queued[], now: number): Moved[] {
  let free = now;
  return line.flatMap(({ orderId, earliestTs, ...at }) => {
    const startsTs = Math.min(at.startsTs, Math.max(free, earliestTs));
    const endsTs = startsTs + at.endsTs - at.startsTs;
    free = Math.max(free, endsTs);
    return startsTs < at.startsTs ? [{ orderId, startsTs, endsTs }] : [];
  });
}

/**
 * Where a promotion goes on that stands still: the days that were left begin now, or where what runs now ends. So no day
 * that was paid for passes unseen or beside another. One that was stopped after its last day has none left.
 */
export function goneOn(own: Standing, line: readonly Queued[], now: number): Place {
  const { startsTs, endsTs, revokedTs } = own;
  if (revokedTs === null || revokedTs >= endsTs) return { startsTs, endsTs };
  const from = freeFrom(line, Math.max(now, startsTs));
  return { startsTs: from, endsTs: from + endsTs - Math.max(startsTs, revokedTs) };
}

/** Where a promotion runs that is given so many days more: at its end, or anew when it is over. */
export function extended(
  { startsTs, endsTs }: Place,
  line: readonly Queued[],
  days: number,
  now: number,
): Place {
  if (endsTs > now) return { startsTs, endsTs: endsTs + days * DAY_MS };
  const from = freeFrom(line, now);
  return { startsTs: from, endsTs: from + days * DAY_MS };
}

/** The first moment from `from` on at which nothing of a line runs. */
const freeFrom = (line: readonly Queued[], from: number): number =>
  line.reduce((free, one) => (one.startsTs <= free && free < one.endsTs ? one.endsTs : free), from);

/** Where the promotions of a line move that begin after a place is taken and would run beside it, each by its overlap. */
export function movedOn(line: readonly Queued[], taken: Place): Moved[] {
  let free = taken.endsTs;
  return line
    .filter(({ startsTs }) => startsTs >= taken.startsTs)
    .flatMap(({ orderId, ...at }) => {
      const startsTs = Math.max(at.startsTs, free);
      const endsTs = startsTs + at.endsTs - at.startsTs;
      free = endsTs;
      return startsTs > at.startsTs ? [{ orderId, startsTs, endsTs }] : [];
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
export const moveTo = ({ db }: Ctx, moved: readonly Moved[], made: SQL): Statement =>
  db.run(sql`
    update ${promotions} set starts_ts = place.starts_ts, ends_ts = place.ends_ts
    from (
      select value ->> 'orderId' as order_id, value ->> 'startsTs' as starts_ts, value ->> 'endsTs' as ends_ts
      from json_each(${JSON.stringify(moved)})
    ) place
    where promotions.order_id = place.order_id and ${made}`);

/** What would move up if an order's promotion ended now, for whoever is about to end it. */
export const whatMovesUp = async (ctx: Ctx, orderId: string): Promise<Moved[]> =>
  movedUp(await findLine(ctx, orderId), ctx.now);
