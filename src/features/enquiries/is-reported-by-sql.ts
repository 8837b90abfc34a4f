import { type SQL, sql } from "drizzle-orm";
import type { Side } from "@/shared/codes";

/**
 * Condition on `reports` and `enquiries`: this side reported the other. About the teacher of a learner with an account, the
 * site or a parent may have sent it.
 */
export const isReportedBySql = (side: Side): SQL =>
  side === "teacher"
    ? sql`reports.reported_side = 'learner'`
    : sql`(reports.reported_side = 'teacher' and not reports.is_automatic and (enquiries.guest_email is not null
      or reports.reporter_id = enquiries.learner_id
      or reports.email = (select email from users where id = enquiries.learner_id)))`;
