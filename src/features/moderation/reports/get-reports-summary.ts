import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type {
  CONVERSATION_MEASURES,
  ListingReportOutcome,
  ListingRestriction,
  ReportReason,
} from "@/shared/codes";
import { addMonths, type Day, startOfDay, toDay } from "@/shared/dates";

/** Months of the summary, the current one included. */
const MONTHS = 12;

type Count<Code> = { month: Day; code: Code; count: number };

type ReportTarget = "listings" | "conversations";
type ReportMeasure = (typeof CONVERSATION_MEASURES)[number] | "dismissed" | "account_deleted";

export type ReportsMonth = {
  /** First day of the month in Romania. */
  month: Day;
  /** Reports received in the month, by what they are about, by reason and by their outcome until now. */
  targets: Partial<Record<ReportTarget, number>>;
  reasons: Partial<Record<ReportReason, number>>;
  outcomes: Partial<Record<ListingReportOutcome | "open", number>>;
  /** Median time (ms) from a report of the month to its decision; null without decided ones. */
  medianMs: number | null;
  /** Decisions of the month that restricted listings. */
  restrictions: Partial<Record<ListingRestriction, number>>;
  /** Reports about conversations that were decided or closed in the month, by what followed. */
  measures: Partial<Record<ReportMeasure, number>>;
  /** Objections to these decisions, and those accepted. */
  objections: number;
  accepted: number;
};

/** Reports about listings and conversations and the decisions about them, by month, the current month first. For admins. */
export async function getReportsSummary(ctx: Ctx): Promise<ReportsMonth[]> {
  requireAdmin(ctx);
  const current = `${toDay(ctx.now).slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(current, -index));
  const starts = JSON.stringify(months.map((month) => ({ month, from: startOfDay(month) })));
  const since = startOfDay(months.at(-1) ?? current);
  const monthSql = (ts: SQL) =>
    sql`(select value ->> 'month' from json_each(${starts}) where value ->> 'from' <= ${ts} limit 1)`;
  const received = sql`select ${monthSql(sql`created_ts`)} as month, reason,
    iif(reported_side is null, 'listings', 'conversations') as target, coalesce(outcome, 'open') as outcome,
    iif(outcome = 'account_deleted', null, decided_ts - created_ts) as duration from reports where created_ts >= ${since}`;
  const { db } = ctx;
  const [targets, reasons, outcomes, medians, restrictions, measures] = await Promise.all([
    db.all<Count<ReportTarget>>(
      sql`select month, target as code, count(*) as count from (${received}) group by 1, 2`,
    ),
    db.all<Count<ReportReason>>(
      sql`select month, reason as code, count(*) as count from (${received}) group by 1, 2`,
    ),
    db.all<Count<ListingReportOutcome | "open">>(
      sql`select month, outcome as code, count(*) as count from (${received}) group by 1, 2`,
    ),
    db.all<{ month: Day; medianMs: number }>(sql`select month, avg(duration) as "medianMs" from (
        select month, duration, row_number() over (partition by month order by duration) as position,
          count(*) over (partition by month) as total
        from (${received}) where duration is not null)
      where position in ((total + 1) / 2, (total + 2) / 2) group by 1`),
    db.all<Count<ListingRestriction> & { objections: number; accepted: number }>(sql`
      select ${monthSql(sql`decided_ts`)} as month, restriction as code, count(*) as count,
        count(objection_ts) as objections, sum(objection_outcome is 'accepted') as accepted
      from listing_decisions where decided_ts >= ${since} group by 1, 2`),
    db.all<Count<ReportMeasure>>(sql`
      select ${monthSql(sql`decided_ts`)} as month, coalesce(measure, outcome) as code, count(*) as count
      from reports where reported_side is not null and decided_ts >= ${since} group by 1, 2`),
  ]);
  const toCounts = <Code extends string>(rows: readonly Count<Code>[], month: Day) =>
    Object.fromEntries(
      rows.filter((row) => row.month === month).map(({ code, count }) => [code, count]),
    ) as Partial<Record<Code, number>>;
  return months.map((month) => {
    const decided = restrictions.filter((row) => row.month === month);
    return {
      month,
      targets: toCounts(targets, month),
      reasons: toCounts(reasons, month),
      outcomes: toCounts(outcomes, month),
      medianMs: medians.find((row) => row.month === month)?.medianMs ?? null,
      restrictions: toCounts(decided, month),
      measures: toCounts(measures, month),
      objections: decided.reduce((sum, { objections }) => sum + objections, 0),
      accepted: decided.reduce((sum, { accepted }) => sum + accepted, 0),
    };
  });
}
