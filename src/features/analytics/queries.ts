import { and, desc, eq, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { type DayCounts, listStatistics } from "@/db/statistics-days";
import { getListingState } from "@/features/listings";
import { SHARE_SOURCES, type ShareSource } from "@/shared/codes";
import type { Period } from "@/shared/dates";
import { getEventCount } from "@/shared/event-counts";
import {
  type analyticsRowJsonSchema,
  STATISTICS_FIELDS,
  type StatisticsField,
} from "@/shared/schemas/analytics";

/** The same bound as on the page with the user's own listings. */
const MAX_LISTINGS = 100;

/** A user's listings except deleted ones, last changed first. */
async function listCountedListings(ctx: Ctx, ownerId: string) {
  const rows = await ctx.db
    .select({
      id: listings.id,
      num: listings.num,
      title: listings.title,
      subject: listings.subject,
      county: listings.county,
      state: listings.state,
      expiresTs: listings.expiresTs,
      createdTs: listings.createdTs,
    })
    .from(listings)
    .where(and(eq(listings.ownerId, ownerId), ne(listings.state, "deleted")))
    .orderBy(desc(listings.updatedTs), desc(listings.num))
    .limit(MAX_LISTINGS);
  return rows.map((row) => ({ ...row, state: getListingState(row, ctx.now) }));
}

export type CountedListing = Awaited<ReturnType<typeof listCountedListings>>[number];

/** The user's listings, and their counts by listing and day. */
export async function listAnalytics(
  ctx: Ctx,
  period: Period,
): Promise<{ listings: CountedListing[]; rows: DayCounts[] }> {
  const { id } = requireUser(ctx);
  const listings = await listCountedListings(ctx, id);
  return { listings, rows: await listStatistics(ctx.db, id, listings, period) };
}

export const serializeAnalyticsRow = ({
  listingId,
  day,
  counts,
}: DayCounts): z.output<typeof analyticsRowJsonSchema> => ({
  listing_id: listingId,
  day,
  ...(Object.fromEntries(STATISTICS_FIELDS.map((name, index) => [name, counts[index] ?? 0])) as Record<
    StatisticsField,
    number
  >),
  sources: Object.fromEntries(
    SHARE_SOURCES.map((source) => [source, getEventCount(counts, `view_${source}`)]),
  ) as Record<ShareSource, number>,
});
