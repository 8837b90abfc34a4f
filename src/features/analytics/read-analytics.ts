import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { type DayCounts, listStatistics } from "@/db/statistics-days";
import type { Period } from "@/shared/dates";
import { type CountedListing, findCountedListings } from "./queries";

/** The visitor's listings and what was counted of them, by listing and day. */
export async function readAnalytics(
  ctx: Ctx,
  period: Period,
): Promise<{ listings: CountedListing[]; rows: DayCounts[] }> {
  const { id } = requireUser(ctx);
  const listings = await findCountedListings(ctx, id);
  return { listings, rows: await listStatistics(ctx.db, id, listings, period) };
}
