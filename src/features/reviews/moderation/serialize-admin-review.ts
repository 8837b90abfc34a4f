import type { reviewReports, reviews } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import type { AdminReviewJson } from "@/shared/schemas/review";
import { serializeObjection, serializeReview } from "../serialize-review";

type Review = typeof reviews.$inferSelect;
type Report = typeof reviewReports.$inferSelect;

/** The JSON of a review with its reports, for admins. */
export const serializeAdminReview = (review: Review, reports: readonly Report[]): AdminReviewJson => ({
  ...serializeReview(review),
  earlier_text: review.earlierText,
  enquiry_id: review.enquiryId,
  hold_rule: review.holdRule,
  published_ts: toTimestampJson(review.publishedTs),
  decided_ts: toTimestampJson(review.decidedTs),
  reason: review.reason,
  reason_text: review.reasonText,
  objection: serializeObjection(review),
  reports: reports.map((report) => ({
    _id: report.id,
    reason: report.reason,
    text: report.text,
    created_ts: toTimestampJson(report.createdTs),
    outcome: report.outcome,
    decision_text: report.decisionText,
    objection: serializeObjection(report),
  })),
  version: review.version,
});
