export { queueReviewPublishedMailStatements } from "./admin/queue-review-published-mail-statements";
