import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import {
  getReasonBlocks,
  type ListedItem,
  type ModerationKind,
  readExplanation,
  withUndo,
} from "@/features/moderation";
import { REVIEW_REASONS, type ReviewState, type Subject } from "@/shared/codes";
import { declineObjection } from "./decline-objection";
import { dismissReports } from "./dismiss-reports";
import { findReviewDetails, type ReviewDetails } from "./find-review-details";
import { isOwnReviewSql } from "./is-own-review-sql";
import { publishReview } from "./publish-review";
import { rejectReview, removeReview } from "./refuse-review";
import { ModeratedReview, ReviewActions } from "./review-content";
import { ReviewDecisions } from "./review-decisions";
import { ReviewEntry } from "./review-entry";
import { REVIEW_UNDO } from "./undo-review-decision";

/** Characters of a review in a list. */
const EXCERPT_LENGTH = 300;

export type ListedReview = ListedItem & {
  state: ReviewState;
  rating: number;
  subject: Subject;
  text: string;
  locale: string;
  /** Reasons of the open reports, as JSON. */
  reasons: string;
  firstName: string;
  lastName: string;
};

/** Condition on a joined review: open reports and objections of other ones need no decision. */
const isPublicOrPendingSql = sql`reviews.state in ('published', 'pending')`;

/** Condition on `reviews`: the admin neither wrote it nor is its teacher. Otherwise another admin decides. */
const isDecidableSql = (ctx: Ctx): SQL => sql`not ${isOwnReviewSql(ctx, requireAdmin(ctx))}`;

const selectInState =
  (state: ReviewState) =>
  (ctx: Ctx): SQL =>
    sql`select id, coalesce(edited_ts, created_ts) as ts from reviews
    where state = ${sql.raw(`'${state}'`)} and ${isDecidableSql(ctx)}`;

/** Reviews of teachers: what waits for a decision, and what was decided. */
export const REVIEWS: ModerationKind<ListedReview, ReviewDetails> = {
  name: "reviews",
  // A review with several reports or objections has the time of the oldest.
  lists: {
    pending: { selectSql: selectInState("pending"), followUp: "reviews_pending" },
    reported: {
      selectSql: (ctx) => sql`select review_id as id, min(review_reports.created_ts) as ts
        from review_reports indexed by review_reports_open cross join reviews on reviews.id = review_id
        where outcome is null and ${isPublicOrPendingSql} and ${isDecidableSql(ctx)} group by review_id`,
      followUp: "review_reports",
    },
    objections: {
      selectSql: (ctx) => sql`select id, min(ts) as ts from (
        select id, objection_ts as ts from reviews indexed by reviews_objections
        where objection_ts is not null and objection_decided_ts is null and state in ('rejected', 'removed')
          and ${isDecidableSql(ctx)}
        union all
        select review_id, review_reports.objection_ts
        from review_reports indexed by review_reports_objections cross join reviews on reviews.id = review_id
        where review_reports.objection_ts is not null and review_reports.objection_decided_ts is null
          and ${isPublicOrPendingSql} and ${isDecidableSql(ctx)}
      ) group by id`,
      followUp: "review_objections",
    },
    published: { selectSql: selectInState("published"), isNewestFirst: true },
    rejected: { selectSql: selectInState("rejected"), isNewestFirst: true },
    removed: { selectSql: selectInState("removed"), isNewestFirst: true },
  },
  columns: () => sql`reviews.state, reviews.rating, reviews.subject, reviews.locale,
    substr(reviews.text, 1, ${EXCERPT_LENGTH}) || iif(length(reviews.text) > ${EXCERPT_LENGTH}, '…', '') as text,
    (select json_group_array(distinct reason) from review_reports
      where review_id = page.id and outcome is null) as reasons,
    users.first_name as "firstName", users.last_name as "lastName"`,
  joins: sql`cross join reviews on reviews.id = page.id cross join users on users.id = reviews.teacher_id`,
  Entry: ReviewEntry,
  undo: REVIEW_UNDO,
  decisions: {
    publish: (ctx, target, form) => publishReview(withUndo(ctx, form), target),
    reject: (ctx, target, form) => rejectReview(withUndo(ctx, form), target, readExplanation(form)),
    remove: (ctx, target, form) => removeReview(withUndo(ctx, form), target, readExplanation(form)),
    dismiss: (ctx, target, form) =>
      dismissReports(withUndo(ctx, form), target, {
        report_ids: form.all("report_id"),
        text: form.text("text"),
      }),
    "decline-objection": (ctx, target, form) =>
      declineObjection(withUndo(ctx, form), target, {
        report_id: form.text("report_id") || undefined,
        text: form.text("text"),
      }),
  },
  page: {
    load: findReviewDetails,
    formatTitle: (t, { teacherName: teacher }) => t("reviews.admin.about", { teacher }),
    Actions: ReviewActions,
    Decisions: ReviewDecisions,
    decisionActions: [
      "review.published",
      "review.rejected",
      "review.removed",
      "review.reports_dismissed",
      "review.decision_undone",
    ],
    Content: ModeratedReview,
    getReasonBlocks: (ctx, { locale }) =>
      getReasonBlocks(ctx, { locale, reasons: REVIEW_REASONS, texts: "reviews.blocks" }),
    findWarning: ({ canApprove, holdRule }) =>
      canApprove && holdRule ? `reviews.admin.rules.${holdRule}.title` : null,
  },
};
