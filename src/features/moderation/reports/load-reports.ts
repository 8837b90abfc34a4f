import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { reports, users } from "@/db/schema";
import type { ListingRestriction } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { isUrgentReportSql } from "../frame/is-urgent-report-sql";
import { isOwnReportSql } from "../frame/own-reports";
import { reportsAboutUserSql } from "../restrictions/list-open-reports";

/** Open reports on one page; the others follow once these are decided. */
const MAX_OPEN = 50;
const MAX_DECIDED = 20;

const deciders = alias(users, "deciders");
/** The end of a query: from the decision about a listing that settled the report. */
const FROM_DECISION_SQL = sql`from listing_decisions decision where decision.listing_id = reports.listing_id
  and decision.decided_ts = reports.decided_ts and reports.reported_side is null limit 1`;

const COLUMNS = {
  id: reports.id,
  reason: reports.reason,
  text: reports.text,
  /** What a visitor gave; "" and null without them. */
  name: reports.name,
  email: reports.email,
  decisionText: reports.decisionText,
  isUrgent: sql<number>`${isUrgentReportSql("reports")}`,
  createdTs: reports.createdTs,
  outcome: reports.outcome,
  measure: reports.measure,
  decidedTs: reports.decidedTs,
  liftedTs: reports.liftedTs,
  /** Null for a report that no admin decided, and for erased admins. */
  decider: { id: deciders.id, firstName: deciders.firstName, lastName: deciders.lastName },
  /** What the same decision restricted, and the explanation to the person concerned. */
  restriction: sql<ListingRestriction | null>`(select restriction ${FROM_DECISION_SQL})`,
  explanation: sql<string>`coalesce((select text ${FROM_DECISION_SQL}), ${reports.measureText})`,
  listingId: reports.listingId,
  enquiryId: reports.enquiryId,
  reportedSide: reports.reportedSide,
  isAutomatic: reports.isAutomatic,
  /** Null for visitors and erased users. */
  reporter: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
};

/** Reports of danger or illegal content are read within this time (ms). */
export const URGENT_REPORT_TERM_MS = DAY_MS;

/** How far (ms) urgent reports precede others in the list: more than any report is old. */
export const URGENT_LEAD_MS = 1e12;

/**
 * The reports of a condition: the open ones, urgent ones and the oldest first, the last decided ones, and the position of
 * the first open one in the list; null without any. For admins only.
 */
export async function loadReports(ctx: Ctx, condition: SQL | undefined) {
  requireAdmin(ctx);
  const select = (isDecided: boolean) =>
    ctx.db
      .select(COLUMNS)
      .from(reports)
      .leftJoin(users, eq(users.id, reports.reporterId))
      .leftJoin(deciders, eq(deciders.id, reports.decidedBy))
      .where(and(condition, isDecided ? isNotNull(reports.outcome) : isNull(reports.outcome)));
  const [open, decided] = await Promise.all([
    select(false).orderBy(desc(COLUMNS.isUrgent), asc(reports.createdTs), asc(reports.id)).limit(MAX_OPEN),
    select(true).orderBy(desc(reports.decidedTs), desc(reports.id)).limit(MAX_DECIDED),
  ]);
  const [first] = open;
  return {
    open,
    decided,
    waiting: first ? { list: "open", ts: first.createdTs - first.isUrgent * URGENT_LEAD_MS } : null,
  };
}

/** The reports of a condition about a user that the admin may see, the open ones first. */
export async function listReportsAboutUser(ctx: Ctx, userId: string, condition?: SQL) {
  const admin = requireAdmin(ctx);
  const isAboutUserSql = sql`${reports.id} in ${reportsAboutUserSql(userId)}`;
  const loaded = await loadReports(ctx, and(isAboutUserSql, sql`not ${isOwnReportSql(admin)}`, condition));
  return [...loaded.open, ...loaded.decided];
}

export type LoadedReports = Awaited<ReturnType<typeof loadReports>>;
