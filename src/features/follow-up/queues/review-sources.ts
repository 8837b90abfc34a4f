import { sql } from "drizzle-orm";
import { isOwnReviewSql } from "@/features/reviews";
import { fullNameSql, type RowSource, type TextColumns } from "./row-source";

/** Characters of a review in the title of its row. */
const MAX_TITLE_LENGTH = 80;

const REVIEW_TEXTS: TextColumns = {
  title: sql`substr(reviews.text, 1, ${MAX_TITLE_LENGTH}) || iif(length(reviews.text) > ${MAX_TITLE_LENGTH}, '…', '')`,
  concerned: fullNameSql("teacher"),
};
const teacherJoin = sql`left join users teacher on teacher.id = reviews.teacher_id`;
const reportJoins = sql`cross join reviews on reviews.id = review_reports.review_id ${teacherJoin}`;

/** Condition: reports of other reviews need no decision. */
const isPublicOrPendingSql = sql`reviews.state in ('published', 'pending')`;

/** Reviews that a rule held, by their last text. */
export const reviewsPending: RowSource = {
  queue: "reviews_pending",
  indexedTablesSql: () => sql`reviews indexed by reviews_state ${teacherJoin}`,
  tables: sql`reviews ${teacherJoin}`,
  id: sql`reviews.id`,
  orderTs: sql`coalesce(reviews.edited_ts, reviews.created_ts)`,
  leadMs: 0,
  isInQueueSql: () => sql`reviews.state = 'pending'`,
  isOwnSql: isOwnReviewSql,
  texts: { ...REVIEW_TEXTS, code: sql`reviews.hold_rule` },
};

/** Reported reviews, each by its oldest open report. */
export const reviewReportsOpen: RowSource = {
  queue: "review_reports",
  indexedTablesSql: () => sql`review_reports indexed by review_reports_open ${reportJoins}`,
  tables: sql`review_reports ${reportJoins}`,
  id: sql`review_reports.review_id`,
  orderTs: sql`review_reports.created_ts`,
  leadMs: 0,
  isInQueueSql: () => sql`review_reports.outcome is null and ${isPublicOrPendingSql} and not exists (
    select 1 from review_reports earlier where earlier.review_id = review_reports.review_id and earlier.outcome is null
      and (earlier.created_ts, earlier.id) < (review_reports.created_ts, review_reports.id))`,
  isOwnSql: isOwnReviewSql,
  texts: { ...REVIEW_TEXTS, code: sql`review_reports.reason` },
};

/** Objections of authors to a rejection or removal. */
export const authorObjections: RowSource = {
  queue: "review_objections",
  indexedTablesSql: () => sql`reviews indexed by reviews_objections ${teacherJoin}`,
  tables: sql`reviews ${teacherJoin}`,
  id: sql`reviews.id`,
  orderTs: sql`reviews.objection_ts`,
  leadMs: 0,
  isInQueueSql: () => sql`reviews.objection_ts is not null and reviews.objection_decided_ts is null
    and reviews.state in ('rejected', 'removed')`,
  isOwnSql: isOwnReviewSql,
  texts: { ...REVIEW_TEXTS, code: sql`'author'` },
};

/** Objections of teachers to a dismissed report, each review by the oldest. */
export const teacherObjections: RowSource = {
  queue: "review_objections",
  indexedTablesSql: () => sql`review_reports indexed by review_reports_objections ${reportJoins}`,
  tables: sql`review_reports ${reportJoins}`,
  id: sql`review_reports.review_id`,
  orderTs: sql`review_reports.objection_ts`,
  leadMs: 0,
  isInQueueSql:
    () => sql`review_reports.objection_ts is not null and review_reports.objection_decided_ts is null
    and ${isPublicOrPendingSql} and not exists (
      select 1 from review_reports earlier where earlier.review_id = review_reports.review_id
        and earlier.objection_ts is not null and earlier.objection_decided_ts is null
        and (earlier.objection_ts, earlier.id) < (review_reports.objection_ts, review_reports.id))`,
  isOwnSql: isOwnReviewSql,
  texts: { ...REVIEW_TEXTS, code: sql`'teacher'` },
};
