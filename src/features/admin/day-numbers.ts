import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { enquiries, invoices, listings, users } from "@/db/schema";
import { isPaymentSql } from "@/features/invoices";
import { getMoneySummary } from "@/features/payments-admin";
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
  const day = startOfDay(today);
  const month = { from: `${today.slice(0, 8)}01`, to: today };
  const limit = MAX_ADMIN_COUNT + 1;
  const counts = ctx.db.get<{
    signups: number;
    listings: number;
    enquiries: number;
    receivedToday: number;
  }>(sql`select
    (select count(*) from (select 1 from ${users} where signup_ts >= ${day} limit ${limit})) as signups,
    (select count(*) from (select 1 from ${listings}
      where state = 'published' and updated_ts >= ${day} and published_ts >= ${day} limit ${limit})) as listings,
    -- Rows are in the order of creation, so the newest rows come last.
    (select count(*) from (select created_ts from ${enquiries} order by rowid desc limit ${limit})
      where created_ts >= ${day}) as enquiries,
    (select coalesce(sum(amount), 0) from ${invoices} where issued_ts >= ${day} and ${isPaymentSql}) as receivedToday`);
  const [numbers, { net }] = await Promise.all([counts, getMoneySummary(ctx, month)]);
  return { ...numbers, today, month, netThisMonth: net };
}

export type DayNumbers = Awaited<ReturnType<typeof getDayNumbers>>;
