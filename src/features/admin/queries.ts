import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/is-set-aside-sql";
import { refunds, twoStep } from "@/db/schema";
import { pendingListingsSql } from "@/features/moderation";

/** Listings and new texts that wait for a decision, as rows of `ts`. */
export const openListingsSql = (ctx: Ctx): SQL =>
  sql`select ts from (${pendingListingsSql(ctx)}) waiting
    where not ${isSetAsideSql(ctx.now, "listings_pending", sql`waiting.id`, sql`waiting.ts`)}`;

/** Counts of the admins' open tasks that the follow-up list does not count; each count reads an index. */
export async function countOpenTasks(ctx: Ctx) {
  const { id } = requireAdmin(ctx);
  return ctx.db.get<{
    /** Whether the admin has no two-step sign-in. */
    lacksTwoStep: number;
    pending: number;
    oldest: number | null;
    published: number;
    refunds: number;
    promotions: number;
  }>(sql`select
    not exists (select 1 from ${twoStep} where user_id = ${id}) as "lacksTwoStep",
    waiting.pending, waiting.oldest,
    coalesce((select listings from listing_counts where subject = '' and county = ''), 0) as published,
    (select count(*) from ${refunds} where state = 'pending') as refunds,
    (select count(distinct promotion_id) from promotion_placements
      where starts_ts <= ${ctx.now} and ends_ts > ${ctx.now}) as promotions
    from (select count(*) as pending, min(ts) as oldest from (${openListingsSql(ctx)})) waiting`);
}
