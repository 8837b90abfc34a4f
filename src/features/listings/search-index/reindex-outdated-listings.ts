import { sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { listings } from "@/db/schema";
import { listOutdatedNums, reindexListingsStatements } from "./search-index";

/** Listings that one run compares with their search entries. */
const LISTINGS_PER_RUN = 700;
/** Time between two runs of the job (ms). */
const RUN_INTERVAL_MS = 60_000;
/** Listings that one batch reindexes, less than half a second of writing. */
const LISTINGS_PER_BATCH = 40;

/**
 * Rebuilds the search rows of listings whose search entry is missing or differs from what the current code computes, as
 * after a new filter. Each run compares the next 700 listings; the time says which, so the job keeps no state. All are
 * compared within a minute for each 700, or 24 hours at 1,000,000 listings. Returns the number of reindexed listings.
 */
export async function reindexOutdatedListings(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.select({ last: sql<number | null>`max(${listings.num})` }).from(listings);
  const runs = Math.ceil((row?.last ?? 0) / LISTINGS_PER_RUN);
  if (runs === 0) return 0;
  const first = (Math.floor(ctx.now / RUN_INTERVAL_MS) % runs) * LISTINGS_PER_RUN + 1;
  const nums = await listOutdatedNums(ctx, first, first + LISTINGS_PER_RUN - 1);
  for (let n = 0; n < nums.length; n += LISTINGS_PER_BATCH) {
    const currentCtx = withCurrentTime(ctx);
    const batch = JSON.stringify(nums.slice(n, n + LISTINGS_PER_BATCH));
    await currentCtx.commit(
      reindexListingsStatements(currentCtx, sql`listings.num in (select value from json_each(${batch}))`),
    );
  }
  return nums.length;
}
