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
 * index. Unbounded counts stop at MAX_ADMIN_COUNT + 1. `conversations` are those that learners and guests began, also
 * unconfirmed ones, and the answers of teachers to requests; `requestAnswers` are the latter alone, among those counted.
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
    conversations: number;
    requestAnswers: number;
    receivedToday: number;
  }>(sql`select
    (select count(*) from (select 1 from ${users} where signup_ts >= ${day} limit ${limit})) as signups,
    (select count(*) from (select 1 from ${listings}
      where state = 'published' and updated_ts >= ${day} and published_ts >= ${day} limit ${limit})) as listings,
    (select coalesce(sum(amount), 0) from ${invoices} where issued_ts >= ${day} and ${isPaymentSql}) as receivedToday,
    conversations, requestAnswers
    -- Rows are in the order of creation, so the newest rows come last.
    from (select count(*) as conversations, coalesce(sum(request_id is not null), 0) as requestAnswers
      from (select created_ts, request_id from ${enquiries} order by rowid desc limit ${limit})
      where created_ts >= ${day})`);
  const [numbers, { net }] = await Promise.all([counts, getMoneySummary(ctx, month)]);
  return { ...numbers, today, month, netThisMonth: net };
}

export type DayNumbers = Awaited<ReturnType<typeof getDayNumbers>>;
