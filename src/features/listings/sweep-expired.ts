import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reindexListings, searchScope } from "./search-index";

/** Enough for an hour's expiries at the size the site is built for; what is left comes next time. */
const AT_ONCE = 200;

/** Takes expired listings out of search; readers pass them over already, so this only keeps the tables short. */
export async function sweepExpired(ctx: Ctx): Promise<number> {
  const expired = await ctx.db.all<{ num: number }>(sql`
    select num from search_entries where scope = ${searchScope({})} and expires_ts <= ${ctx.now} limit ${AT_ONCE}`);
  if (expired.length === 0) return 0;
  // By number, read before: the statements would else look for them in the table that they empty.
  const nums = JSON.stringify(expired.map(({ num }) => num));
  await ctx.commit(reindexListings(ctx, sql`listings.num in (select value from json_each(${nums}))`));
  return expired.length;
}
