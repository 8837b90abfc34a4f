import { asc, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { listStatistics } from "@/db/statistics-days";
import { addDays, toDay } from "@/shared/dates";
import { serializeAnalyticsRow } from "./serialize-analytics-row";

/** What is kept of the numbers of a person's listings, deleted ones too, as JSON for their export. */
export async function exportStatistics(ctx: Ctx, userId: string) {
  const own = await ctx.db
    .select({ id: listings.id, num: listings.num })
    .from(listings)
    .where(eq(listings.ownerId, userId))
    .orderBy(asc(listings.num));
  // A day more than today: other isolates' clocks may be ahead.
  const all = { from: "", to: addDays(toDay(ctx.now), 1) };
  return (await listStatistics(ctx.db, userId, own, all)).map(serializeAnalyticsRow);
}
