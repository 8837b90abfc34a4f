import { type SQL, sql } from "drizzle-orm";
import type { Side } from "@/shared/codes";

const OTHER_SIDE = { teacher: "learner", learner: "teacher" } as const satisfies Record<Side, Side>;

/** Condition on rows of `enquiries` and `decided`: both are conversations of the same two persons. */
export const isOfSamePairSql = sql`((decided.id = enquiries.id or decided.learner_id = enquiries.learner_id
    or decided.guest_email = enquiries.guest_email)
  and coalesce(decided.teacher_id, decided.undelivered_teacher_id)
    = coalesce(enquiries.teacher_id, enquiries.undelivered_teacher_id))`;

/**
 * Condition on `enquiries`: this side's block of the other is a decision of the team about any conversation of the two, or
 * was set before it. A block that the side lifted and set again is its own, and so is any after the team lifted its own.
 */
export const isStoppedByTeamSql = (side: Side): SQL<number> => {
  const blockTs = side === "teacher" ? sql`enquiries.teacher_blocked_ts` : sql`enquiries.learner_blocked_ts`;
  return sql<number>`exists (select 1 from enquiries decided cross join reports on reports.enquiry_id = decided.id
    where ${isOfSamePairSql} and reports.measure = 'blocked' and reports.reported_side = ${OTHER_SIDE[side]}
      and reports.lifted_ts is null and reports.decided_ts >= ${blockTs})`;
};

/** Condition on `reports`: in any conversation of the two of this enquiry, it led to stopping the messages of this side. */
export const isStopOfSideSql = (enquiryId: string, side: Side): SQL =>
  sql`(reports.measure = 'blocked' and reports.reported_side = ${side} and reports.enquiry_id in (
    select decided.id from enquiries cross join enquiries decided on ${isOfSamePairSql} where enquiries.id = ${enquiryId}))`;
