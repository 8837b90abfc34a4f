import { and, desc, eq, gt, inArray, isNotNull, isNull, min, or, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { appointments, reports } from "@/db/schema";
import { isUrgentReportSql, REPORT_RETENTION_MS } from "@/features/moderation";
import { type ConversationMeasure, type ReportReason, URGENT_REPORT_REASONS } from "@/shared/codes";
import { isDuringStop } from "../is-during-stop";
import { findParentKey, toStopKey } from "../parent-copies";
import { type EnquiryView, findEnquiryForParent, findLiftedStop, type LiftedStop } from "../queries";

/** An enquiry as the parent of its learner sees it. */
export type ParentView = EnquiryView & {
  /** Whether nothing is copied any more: a side is erased, or the learner is 18. */
  hasEnded: boolean;
  /** Whether the learner named another parent since. Then the address of that parent is not in it. */
  isReplaced: boolean;
  /** Whether the parent stopped the copies of all conversations of the learner. */
  hasStoppedAll: boolean;
  /** When the parent reported the teacher (ms), as long as the team has not decided; null without such a report. */
  reportedTs: number | null;
  /** Whether the newest open report of a parent is about a danger. */
  isReportUrgent: boolean;
  /** The start (ms) of the next lesson that the team cancelled by a stop; null without one. */
  cancelledLessonTs: number | null;
  /**
   * What the team decided about the teacher and told the parent, in the last 180 days, without what was lifted: a measure
   * in force that a later decision did not end, and the newest decision. Empty once it has ended.
   */
  decided: readonly {
    ts: number;
    answer: "dismissed" | "noFurther" | ConversationMeasure;
    /** What the team found, for a measure. */
    reason: ReportReason | null;
    /** Whether it was about a refused text, which stays undelivered. */
    isRefusal: boolean;
  }[];
  /** Null while the messages are stopped. */
  liftedStop: LiftedStop | null;
};

/** Null for an invalid token, and once the enquiry is deleted. */
export async function findParentView(ctx: Ctx, id: string, token: string): Promise<ParentView | null> {
  const found = await findEnquiryForParent(ctx, id, token);
  if (!found) return null;
  const { enquiry, holder } = found;
  const key = findParentKey(ctx, enquiry);
  const isReplaced = Boolean(holder && key && holder !== key);
  const liftedStop = enquiry.isStoppedByTeam ? null : await findLiftedStop(ctx, enquiry);
  const hasEnded = !enquiry.hasBothSides || !enquiry.isLearnerMinor || !key;
  return {
    ...enquiry,
    ...(isReplaced ? { parentEmail: null, parentStopKey: null } : {}),
    isReplaced,
    hasEnded,
    hasStoppedAll: !isReplaced && key !== undefined && enquiry.parentStopKey === toStopKey(key, "all"),
    ...(await findOpenReport(ctx, enquiry, isReplaced)),
    cancelledLessonTs: isReplaced || hasEnded ? null : await findCancelledLessonTs(ctx, id),
    decided: isReplaced || hasEnded ? [] : await listDecisions(ctx, enquiry, liftedStop),
    liftedStop: isReplaced || hasEnded ? null : liftedStop,
  };
}

async function listDecisions(
  ctx: Ctx,
  {
    id,
    parentEmail,
    teacher,
    isStoppedByTeam,
  }: Pick<EnquiryView, "id" | "parentEmail" | "teacher" | "isStoppedByTeam">,
  liftedStop: LiftedStop | null,
): Promise<ParentView["decided"]> {
  const rows = await ctx.db
    .select({
      ts: reports.decidedTs,
      measure: reports.measure,
      reason: reports.measureReason,
      isAutomatic: reports.isAutomatic,
    })
    .from(reports)
    .where(
      and(
        eq(reports.enquiryId, id),
        eq(reports.reportedSide, "teacher"),
        inArray(reports.outcome, ["upheld", "dismissed"]),
        isNull(reports.liftedTs),
        // Without a time of lifting: the account tells it.
        teacher?.disabledTs == null ? sql`${reports.measure} is not 'disabled'` : undefined,
        gt(reports.decidedTs, ctx.now - REPORT_RETENTION_MS),
        or(isNotNull(reports.measure), isUrgentReportSql("reports"), eq(reports.email, parentEmail ?? "")),
      ),
    )
    .orderBy(desc(reports.decidedTs));
  const [newest] = rows;
  const inForce = rows.find(({ measure }) => measure === "blocked" || measure === "disabled");
  return [...new Set([inForce, newest])].flatMap((row) =>
    row?.ts
      ? [
          {
            ts: row.ts,
            reason: row.reason,
            isRefusal:
              row.measure === null && rows.some(({ ts, isAutomatic }) => ts === row.ts && isAutomatic),
            answer:
              row.measure ??
              (inForce || isStoppedByTeam || isDuringStop(liftedStop, row.ts) ? "noFurther" : "dismissed"),
          },
        ]
      : [],
  );
}

/**
 * The open report of the parent, found by the address, which is known as long as the parent gets copies. A parent reports
 * without an account, so the reason of the newest such report is that of the report just sent.
 */
async function findOpenReport(
  ctx: Ctx,
  { id, parentEmail }: Pick<EnquiryView, "id" | "parentEmail">,
  isReplaced: boolean,
): Promise<Pick<ParentView, "reportedTs" | "isReportUrgent">> {
  const rows = await ctx.db
    .select({ ts: reports.createdTs, email: reports.email, reason: reports.reason })
    .from(reports)
    .where(
      and(
        eq(reports.enquiryId, id),
        eq(reports.reportedSide, "teacher"),
        eq(reports.isAutomatic, false),
        isNull(reports.reporterId),
        isNull(reports.outcome),
      ),
    )
    .orderBy(desc(reports.createdTs));
  const own = isReplaced || parentEmail === null ? null : rows.find(({ email }) => email === parentEmail);
  const newest = own ?? rows[0];
  return {
    reportedTs: own?.ts ?? null,
    isReportUrgent: newest !== undefined && URGENT_REPORT_REASONS.includes(newest.reason),
  };
}

/** A lesson that neither side cancelled. */
async function findCancelledLessonTs({ db, now }: Ctx, id: string): Promise<number | null> {
  const [row] = await db
    .select({ ts: min(appointments.time) })
    .from(appointments)
    .where(
      and(
        eq(appointments.enquiryId, id),
        eq(appointments.state, "cancelled"),
        isNull(appointments.cancelledBy),
        gt(appointments.time, now),
      ),
    );
  return row?.ts ?? null;
}
