import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reindexListings } from "./search-index/search-index";

/** Covers a day's expiries of a million listings in five minutes; later runs take the rest. */
const AT_ONCE = 1000;

/**
 * Takes expired listings and ended promotions out of search; readers pass them over already, so this only keeps the
 * tables short. Returns how many listings it took out.
 */
export async function sweepExpiredListings(ctx: Ctx): Promise<number> {
  const expired = await ctx.db.all<{ num: number }>(sql`
    select num from search_entries where expires_ts <= ${ctx.now} limit ${AT_ONCE}`);
  // By number, read before: the statements would else look for them in the table that they empty.
  const nums = JSON.stringify(expired.map(({ num }) => num));
  await ctx.commit([
    ctx.db.run(sql`delete from promotion_placements where ends_ts <= ${ctx.now}`),
    ...(expired.length > 0
      ? reindexListings(ctx, sql`listings.num in (select value from json_each(${nums}))`)
      : []),
  ]);
  return expired.length;
}
