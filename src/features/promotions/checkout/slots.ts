import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings, orders, promotionPlacements } from "@/db/schema";
import { getCaps } from "@/features/settings";
import type { County, Subject } from "@/shared/codes";
import type { Caps } from "@/shared/schemas/pricing";
import { checkoutEndSql } from "../orders/queries";

/** The listing that needs a slot, with the fields that decide which listings compete with it. */
type SlotCandidate = { num: number; id: string; subject: Subject; county: County | null; online: boolean };

/**
 * Maximum listings of a subject that are promoted at the same time: more in București than in other counties. Searches
 * of every county find online listings, so these share one pool for the whole country, as large as București's.
 */
const getSlotCount = (listing: Pick<SlotCandidate, "county" | "online">, caps: Caps): number =>
  listing.online || listing.county === "b" ? caps.crowded : caps.county;

/**
 * Slots that other listings take, as rows `listing` and `free_ts`: current and future promotions, and orders with an
 * open checkout.
 */
function slotsTakenSql(now: number, listing: SlotCandidate): SQL {
  const { subject, online } = listing;
  const inSamePool = online
    ? sql`l.subject = ${subject} and l.online = 1`
    : sql`l.subject = ${subject} and l.online = 0 and l.county = ${listing.county}`;
  // The index of placements has the county, so this condition reads fewer rows.
  const inCounty = online ? sql`` : sql`and p.county = ${listing.county}`;
  return sql`
    select listing, max(free_ts) as free_ts from (
      select p.listing_num as listing, p.ends_ts as free_ts
      from ${promotionPlacements} p join ${listings} l on l.num = p.listing_num
      where p.placement = 'results' and p.subject = ${subject} ${inCounty} and p.ends_ts > ${now} and ${inSamePool}
      union all
      select l.num, max(${checkoutEndSql("o")}, ${now})
      from ${orders} o join ${listings} l on l.id = o.listing_id
      where o.state in ('created', 'open') and o.placement = 'results' and ${inSamePool}
        and (o.processing_ts is not null or ${checkoutEndSql("o")} > ${now})
    ) where listing <> ${listing.num} group by listing`;
}

/** Whether the listing already has a slot. It may extend its promotion even if no slot is free. */
const hasSlotSql = (now: number, listing: SlotCandidate): SQL => sql`exists (
    select 1 from ${promotionPlacements} p where p.listing_num = ${listing.num} and p.placement = 'results' and p.ends_ts > ${now}
  )`;

/** Condition for the insert of an order: a slot is free for its listing. */
export const hasFreeSlotSql = (now: number, listing: SlotCandidate, caps: Caps): SQL =>
  sql`(${hasSlotSql(now, listing)} or (select count(*) from (${slotsTakenSql(now, listing)})) < ${getSlotCount(listing, caps)})`;

/** When (ms) the next slot is free for a listing; null if one is free now. */
export async function slotFreeFrom(ctx: Ctx, listing: SlotCandidate): Promise<number | null> {
  const [rows, caps] = await Promise.all([
    ctx.db.all<{ free_ts: number; has_slot: number }>(
      sql`select free_ts, ${hasSlotSql(ctx.now, listing)} as has_slot from (${slotsTakenSql(ctx.now, listing)}) order by free_ts`,
    ),
    getCaps(ctx),
  ]);
  if (rows[0]?.has_slot) return null;
  return rows[rows.length - getSlotCount(listing, caps)]?.free_ts ?? null;
}
