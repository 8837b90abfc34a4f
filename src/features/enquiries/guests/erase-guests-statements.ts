import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries, messages } from "@/db/schema";
import {
  closeReportsAboutLearnerStatement,
  closeReportsOfDeletedStatement,
  isReportedTeacherSql,
} from "@/features/moderation";
import { eraseAppointmentsStatements } from "../close-appointments";
import { IS_STILL_COUNTED_SQL } from "../refresh-replies";

/**
 * Removes guests from enquiries: name, address and messages. The teacher's messages stay. An enquiry that
 * never reached a teacher is deleted, or stays without messages for a report about the teacher. `isErasedSql` is a condition
 * on `enquiries`.
 */
export function eraseGuestsStatements(ctx: Ctx, isErasedSql: SQL): Statement[] {
  const { db } = ctx;
  const isDeletedSql = sql`${isErasedSql} and teacher_id is null and not ${isReportedTeacherSql}`;
  return [
    // No column of messages inside the subqueries: SQLite would run them for every message.
    db.run(sql`delete from ${messages}
      where enquiry_id in (select id from ${enquiries} where ${isErasedSql}) and author = 'learner'`),
    db.run(sql`delete from ${messages}
      where enquiry_id in (select id from ${enquiries} where ${isErasedSql} and teacher_id is null)`),
    ...eraseAppointmentsStatements(ctx, isErasedSql, sql`${isErasedSql} and teacher_id is null`),
    closeReportsAboutLearnerStatement(ctx, isErasedSql),
    closeReportsOfDeletedStatement(ctx, sql`(select id from ${enquiries} where ${isDeletedSql})`),
    db.run(sql`delete from ${enquiries} where ${isDeletedSql}`),
    db.run(sql`update ${enquiries}
      set guest_name = null, guest_email = null, guest_locale = null, learner_read_ts = null,
        learner_who = null, learner_grade = null,
        learner_blocked_ts = null, is_counted = ${IS_STILL_COUNTED_SQL}
      where ${isErasedSql}`),
  ];
}
