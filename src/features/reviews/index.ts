export { declineInvitations } from "./invitations/decline-invitations";
export { sendReviewInvitations } from "./invitations/send-review-invitations";
export { isOwnReviewEventSql, isOwnReviewSql } from "./moderation/is-own-review-sql";
export { REVIEWS } from "./moderation/reviews-kind";
export {
  eraseReviewsStatements,
  exportReviews,
  isReviewOfSql,
  isTeacherReviewEventSql,
  selectReviewSubjectsSql,
  selectWrittenReviewSubjectsSql,
} from "./personal-data";
export { PagedReviews } from "./public/paged-reviews";
export { ReviewsSection } from "./public/reviews-section";
export { listReviewsForListing, listReviewsForTeacher, type PublishedReviewPage } from "./queries";
