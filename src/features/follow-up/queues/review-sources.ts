import { sql } from "drizzle-orm";
import { isOwnReviewSql } from "@/features/reviews";
import { concernedSql, excerptSql, type RowSource, type TextColumns } from "./row-source";

const REVIEW_TEXTS: TextColumns = {
  title: excerptSql(sql`reviews.text`),
  ...concernedSql("teacher"),
};
const teacherJoin = sql`left join users teacher on teacher.id = reviews.teacher_id`;
const reportJoins = sql`cross join reviews on reviews.id = review_reports.review_id ${teacherJoin}`;

/** Condition: reports of other reviews need no decision. */
const isPublicOrPendingSql = sql`reviews.state in ('published', 'pending')`;

/** Reviews that a rule held, by their last text. */
const reviewsPending: RowSource = {
  queue: "reviews_pending",
  table: "reviews",
  index: "reviews_state",
  joins: teacherJoin,
  orderTs: sql`coalesce(reviews.edited_ts, reviews.created_ts)`,
  isInQueueSql: () => sql`reviews.state = 'pending'`,
  texts: { ...REVIEW_TEXTS, code: sql`reviews.hold_rule` },
};

/** Reported reviews, each by its oldest open report. */
const reviewReportsOpen: RowSource = {
  queue: "review_reports",
  table: "review_reports",
  index: "review_reports_open",
  joins: reportJoins,
  id: "review_id",
  isInQueueSql: () => sql`review_reports.outcome is null and ${isPublicOrPendingSql} and not exists (
    select 1 from review_reports earlier where earlier.review_id = review_reports.review_id and earlier.outcome is null
      and (earlier.created_ts, earlier.id) < (review_reports.created_ts, review_reports.id))`,
  texts: { ...REVIEW_TEXTS, code: sql`review_reports.reason` },
};

/** Objections of authors to a rejection or removal. */
const authorObjections: RowSource = {
  queue: "review_objections",
  table: "reviews",
  index: "reviews_objections",
  joins: teacherJoin,
  orderTs: sql`reviews.objection_ts`,
  isInQueueSql: () => sql`reviews.objection_ts is not null and reviews.objection_decided_ts is null
    and reviews.state in ('rejected', 'removed')`,
  texts: { ...REVIEW_TEXTS, code: sql`'author'` },
};

/** Objections of teachers to a dismissed report, each review by the oldest. */
const teacherObjections: RowSource = {
  queue: "review_objections",
  table: "review_reports",
  index: "review_reports_objections",
  joins: reportJoins,
  id: "review_id",
  orderTs: sql`review_reports.objection_ts`,
  isInQueueSql:
    () => sql`review_reports.objection_ts is not null and review_reports.objection_decided_ts is null
    and ${isPublicOrPendingSql} and not exists (
      select 1 from review_reports earlier where earlier.review_id = review_reports.review_id
        and earlier.objection_ts is not null and earlier.objection_decided_ts is null
        and (earlier.objection_ts, earlier.id) < (review_reports.objection_ts, review_reports.id))`,
  texts: { ...REVIEW_TEXTS, code: sql`'teacher'` },
};

/** Reviews. Admins don't see those by or about themselves. */
export const REVIEW_SOURCES: readonly RowSource[] = [
  reviewsPending,
  reviewReportsOpen,
  authorObjections,
  teacherObjections,
].map((source) => ({ ...source, isOwnSql: isOwnReviewSql }));
