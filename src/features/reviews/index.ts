export { queueReviewPublishedMailStatements } from "./admin/queue-review-published-mail-statements";
export { eraseReviewsStatements, exportReviews, selectReviewSubjectsSql } from "./personal-data";
export { ReviewsSection } from "./public/reviews-section";
export { listReviewsForListing, type ReviewPage } from "./queries";
