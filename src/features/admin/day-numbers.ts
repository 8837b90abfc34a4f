import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { enquiries, invoices, listings, users } from "@/db/schema";
import { startOfDay, toDay } from "@/shared/dates";

/** Counts above this are shown as "more than". */
export const MAX_ADMIN_COUNT = 1000;

/**
 * Today's counts and this month's money (bani); days and months in Bucharest time. Each number reads the end of an
 * index. Unbounded counts stop at MAX_ADMIN_COUNT + 1.
 */
export async function getDayNumbers(ctx: Ctx) {
  requireAdmin(ctx);
  const today = toDay(ctx.now);
  const [day, month] = [startOfDay(today), startOfDay(`${today.slice(0, 8)}01`)];
  const limit = MAX_ADMIN_COUNT + 1;
  return ctx.db.get<{
    signups: number;
    listings: number;
    enquiries: number;
    receivedToday: number;
    receivedThisMonth: number;
  }>(sql`select
    (select count(*) from (select 1 from ${users} where signup_ts >= ${day} limit ${limit})) as signups,
    (select count(*) from (select 1 from ${listings}
      where state = 'published' and updated_ts >= ${day} and published_ts >= ${day} limit ${limit})) as listings,
    -- Rows are in the order of creation, so the newest rows come last.
    (select count(*) from (select created_ts from ${enquiries} order by rowid desc limit ${limit})
      where created_ts >= ${day}) as enquiries,
    received.today as receivedToday, received.month as receivedThisMonth
    from (select coalesce(sum(iif(issued_ts >= ${day}, amount, 0)), 0) as today, coalesce(sum(amount), 0) as month
      from ${invoices} where issued_ts >= ${month} and kind = 'receipt') received`);
}

export type DayNumbers = Awaited<ReturnType<typeof getDayNumbers>>;
