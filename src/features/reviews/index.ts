export { queueReviewPublishedMailStatements } from "./admin/queue-review-published-mail-statements";
export { eraseReviewsStatements, exportReviews, selectReviewSubjectsSql } from "./personal-data";
