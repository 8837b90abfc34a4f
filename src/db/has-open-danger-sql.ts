import { type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { URGENT_REPORT_REASONS } from "@/shared/codes";
import { enquiries, reports } from "./schema";

const paired = alias(enquiries, "paired");
const URGENT_REASONS = sql.raw(URGENT_REPORT_REASONS.map((reason) => `'${reason}'`).join());

/**
 * Condition: a report that the teacher is a danger, or a refused text of the teacher, has no decision yet, in any
 * conversation with the learner or guest.
 */
export const hasOpenDangerBetweenSql = (
  teacherId: SQL | SQLiteColumn | string,
  learnerId: SQLiteColumn,
  guestEmail?: SQLiteColumn,
) =>
  sql<number>`exists (select 1 from ${enquiries} paired
    cross join ${reports} on ${reports.enquiryId} = ${paired.id}
    where (${paired.learnerId} = ${learnerId} ${guestEmail ? sql`or ${paired.guestEmail} = ${guestEmail}` : sql``})
      and coalesce(${paired.teacherId}, ${paired.undeliveredTeacherId}) = ${teacherId}
      and ${reports.reportedSide} = 'teacher' and ${reports.outcome} is null
      and ${reports.reason} in (${URGENT_REASONS}))`;
