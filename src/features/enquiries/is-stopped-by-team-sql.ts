import { type SQL, sql } from "drizzle-orm";
import type { Side } from "@/shared/codes";

/**
 * Condition on `enquiries`: this side's block of the other is a decision of the team about any conversation of the two, or
 * was set before it. A block that the side lifted and set again is its own.
 */
export const isStoppedByTeamSql = (side: Side): SQL<number> => {
  const [blockTs, reported] =
    side === "teacher"
      ? [sql`enquiries.teacher_blocked_ts`, "learner"]
      : [sql`enquiries.learner_blocked_ts`, "teacher"];
  return sql<number>`exists (select 1 from enquiries decided cross join reports on reports.enquiry_id = decided.id
    where (decided.id = enquiries.id or decided.learner_id = enquiries.learner_id)
      and coalesce(decided.teacher_id, decided.undelivered_teacher_id)
        = coalesce(enquiries.teacher_id, enquiries.undelivered_teacher_id)
      and reports.measure = 'blocked' and reports.reported_side = ${reported} and reports.decided_ts >= ${blockTs})`;
};
