import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, orders, promotionPlacements } from "@/db/schema";
import { readCaps } from "@/features/pricing";
import type { County, Subject } from "@/shared/codes";
import type { Caps } from "@/shared/schemas/pricing";
import { checkoutEndSql } from "./checkout-time";

/** Where a listing competes for the promoted block. */
export type Place = { num: number; id: string; subject: Subject; county: County | null; online: boolean };

/**
 * How many listings of a subject may be promoted at once: in București more than in another county; online listings,
 * which are found from every county, have as many as București, of their own for the whole country.
 */
export const seatsOf = (place: Pick<Place, "county" | "online">, caps: Caps): number =>
  place.online || place.county === "b" ? caps.crowded : caps.county;

/**
 * The seats that others hold, as rows `listing` and `free_ts`: promotions that run or are still to run, and orders
 * whose checkout is open.
 */
function seatsTaken(now: number, place: Place): SQL {
  const { subject, online } = place;
  const samePlace = online
    ? sql`l.subject = ${subject} and l.online = 1`
    : sql`l.subject = ${subject} and l.online = 0 and l.county = ${place.county}`;
  const nearby = online ? sql`` : sql`and p.county = ${place.county}`;
  return sql`
    select listing, max(free_ts) as free_ts from (
      select p.listing_num as listing, p.ends_ts as free_ts
      from ${promotionPlacements} p join ${listings} l on l.num = p.listing_num
      where p.placement = 'results' and p.subject = ${subject} ${nearby} and p.ends_ts > ${now} and ${samePlace}
      union all
      select l.num, max(${checkoutEndSql("o")}, ${now})
      from ${orders} o join ${listings} l on l.id = o.listing_id
      where o.state in ('created', 'open') and o.placement = 'results' and ${samePlace}
        and (o.processing_ts is not null or ${checkoutEndSql("o")} > ${now})
    ) where listing <> ${place.num} group by listing`;
}

/** Whether the listing holds a seat itself, which it may then extend. */
const holdsSeat = (now: number, place: Place): SQL => sql`exists (
    select 1 from ${promotionPlacements} p where p.listing_num = ${place.num} and p.placement = 'results' and p.ends_ts > ${now}
  )`;

/** The condition, for the insert of an order, that there is a seat for its listing. */
export const seatFree = (now: number, place: Place, caps: Caps): SQL =>
  sql`(${holdsSeat(now, place)} or (select count(*) from (${seatsTaken(now, place)})) < ${seatsOf(place, caps)})`;

/** From when (ms) a seat is free for a listing, or null when there is one now. */
export async function seatFreeFrom(ctx: Ctx, place: Place): Promise<number | null> {
  const [rows, caps] = await Promise.all([
    ctx.db.all<{ free_ts: number; held: number }>(
      sql`select free_ts, ${holdsSeat(ctx.now, place)} as held from (${seatsTaken(ctx.now, place)}) order by free_ts`,
    ),
    readCaps(ctx),
  ]);
  if (rows[0]?.held) return null;
  return rows[rows.length - seatsOf(place, caps)]?.free_ts ?? null;
}
