import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { isStoppedByTeamSql } from "@/db/is-stopped-by-team-sql";
import { nextLessonPlaceSql, nextLessonTsSql } from "@/db/next-lesson-ts-sql";
import { reports } from "@/db/schema";
import type { LearnerKind, ReportReason, Side, Subject } from "@/shared/codes";
import type { Day } from "@/shared/dates";
import type { Locale } from "@/shared/i18n/locales";
import { isUrgentReportSql } from "../frame/is-urgent-report-sql";

/** Condition: those of these reports that are still open. */
export const isOpenReportSql = (ids: readonly string[]): SQL =>
  sql`${reports.outcome} is null and ${reports.id} in (select value from json_each(${JSON.stringify(ids)}))`;

export type OpenReport = {
  id: string;
  /** Null for a conversation whose listing was erased. */
  listingId: string | null;
  /** The reported conversation; null for a report about the listing. */
  enquiryId: string | null;
  reportedSide: Side | null;
  reason: ReportReason;
  /** Whether the team stopped the messages of the reported side. */
  isStopped: number | null;
  title: string | null;
  subject: Subject | null;
  /** Null for a visitor who left no address. */
  email: string | null;
  /** Whether the address was given with the report, and is not that of the account. */
  isGiven: number;
  locale: Locale;
  /** Whether the site sent it about a text that it refused. */
  isAutomatic: number;
  /** How its sender reads the conversation, or the page for a parent who gets copies; null for others. */
  reader: "account" | "guest" | "parent" | null;
  /** Of a report about a teacher's messages that the site or a parent sent: the learner, who is told the outcome. */
  learnerEmail: string | null;
  learnerName: string | null;
  learnerLocale: Locale;
  learnerBirthDate: Day | null;
  learnerWho: LearnerKind | null;
  /** The same of the parent who gets copies, if the parent did not send it. */
  parentEmail: string | null;
  parentLocale: Locale;
  teacherName: string | null;
  /** When (ms) the next agreed lesson of the conversation begins; null without one. */
  lessonTs: number | null;
  lessonPlace: string | null;
  /** The teacher, if the report is about a danger in messages to a learner. */
  teacherEmail: string | null;
  teacherLocale: Locale;
};

/** A subquery of the ids of the reports about a user's listings, or about what the user wrote in a conversation. */
export const reportsAboutUserSql = (userId: string): SQL => sql`(
  select about.id from listings cross join reports about on about.listing_id = listings.id
    where owner_id = ${userId} and about.reported_side is not 'learner'
  union all select about.id from enquiries cross join reports about on about.enquiry_id = enquiries.id
    where learner_id = ${userId} and about.reported_side = 'learner')`;

/** The open reports of a condition, with the addresses of their senders and the listing's title. */
export const listOpenReports = (ctx: Ctx, condition: SQL): Promise<OpenReport[]> =>
  listReports(ctx, sql`reports.outcome is null and ${condition}`);

/** The reports of a condition that were upheld, or those that one decision at `decidedTs` (ms) upheld. */
export const listUpheldReports = (ctx: Ctx, condition: SQL, decidedTs?: number): Promise<OpenReport[]> =>
  listReports(
    ctx,
    sql`${condition} and reports.outcome = 'upheld'
      and ${decidedTs === undefined ? sql`true` : sql`reports.decided_ts = ${decidedTs}`}`,
  );

/** Condition: reports about these listings, not about messages. `ids` is a subquery or a list. */
export const isAboutListingsSql = (ids: SQL): SQL =>
  sql`(reports.listing_id in ${ids} and reports.enquiry_id is null)`;

const listReports = ({ db, now }: Ctx, condition: SQL): Promise<OpenReport[]> =>
  db.all<OpenReport>(sql`
    select reports.id, reports.listing_id as "listingId", reports.enquiry_id as "enquiryId", reported_side as "reportedSide",
      reports.reason, listings.title, listings.subject,
      (select iif(reports.reported_side = 'teacher', ${isStoppedByTeamSql("learner")}, ${isStoppedByTeamSql("teacher")})
        from enquiries where enquiries.id = reports.enquiry_id) as "isStopped",
      coalesce(reports.email, users.email) as email, reports.email is not null as "isGiven",
      iif(reports.email is null, users.locale, reports.locale) as locale, is_automatic as "isAutomatic",
      (select case when reports.email = guest_email then 'guest'
        when reports.reporter_id in (learner_id, coalesce(teacher_id, undelivered_teacher_id)) then 'account'
        when reports.email = parent_email and reports.reported_side = 'teacher' then 'parent' end
        from enquiries where enquiries.id = reports.enquiry_id) as reader,
      iif(reports.reporter_id is learner.id or reports.email is learner.email, null, learner.email) as "learnerEmail",
      learner.first_name as "learnerName", learner.locale as "learnerLocale", learner.birth_date as "learnerBirthDate",
      told.learner_who as "learnerWho", ${nextLessonTsSql(now, reports.enquiryId)} as "lessonTs",
      ${nextLessonPlaceSql(now, reports.enquiryId)} as "lessonPlace",
      iif(reports.email is told.parent_email or told.parent_email = teacher.email, null, told.parent_email) as "parentEmail",
      coalesce((select locale from users where email = told.parent_email), learner.locale) as "parentLocale",
      trim(teacher.first_name || ' ' || teacher.last_name) as "teacherName",
      iif(${isUrgentReportSql("reports")}, teacher.email, null) as "teacherEmail", teacher.locale as "teacherLocale"
    from reports left join listings on listings.id = reports.listing_id
    left join users on users.id = reports.reporter_id
    left join enquiries told on reports.reported_side = 'teacher' and told.id = reports.enquiry_id
    left join users learner on learner.id = told.learner_id
    left join users teacher on teacher.id = coalesce(told.teacher_id, told.undelivered_teacher_id)
    where ${condition}`);
