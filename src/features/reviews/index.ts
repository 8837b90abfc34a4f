export { isOwnReviewSql } from "./admin/is-own-review-sql";
export { countReviewQueues } from "./admin/list-reviews-for-admin";
export { sendReviewInvitations } from "./invitations/send-review-invitations";
export {
  eraseReviewsStatements,
  exportReviews,
  isTeacherReviewEventSql,
  selectReviewSubjectsSql,
  selectWrittenReviewSubjectsSql,
} from "./personal-data";
export { PagedReviews } from "./public/paged-reviews";
export { ReviewsSection } from "./public/reviews-section";
export { listReviewsForListing, listReviewsForTeacher, type ReviewPage } from "./queries";
