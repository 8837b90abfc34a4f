import type { CallDocs } from "@/shared/call-docs";

const DECISION_CONFLICT =
  "The state does not allow it (`wrong_state`), or the review was changed after `version` or another admin decided (`datastale`).";
const ADMINS_ONLY = "The caller is not an admin (`admins_only`).";
const DECISION_FORBIDDEN =
  "The caller is not an admin (`admins_only`), or wrote the review or is its teacher (`own_review_decision`).";
const ID = { id: "ID of the review." };

/** Descriptions of the admin calls by operationId: only for the OpenAPI document, never in the worker. */
export const reviewsAdminApiDocs: CallDocs = {
  getApiAdminReviews: {
    summary: "List reviews for moderation",
    about:
      "For admins. `pending` (the default), `reported` and `objections` are the queues, longest waiting first; the other values are states, last written first. 20 per page, each with its reports. Reviews that the caller wrote or that are about the caller are left out: another admin decides about them.",
    parameters: {
      state: "A queue or a state.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of reviews with the cursor of the next one.",
      403: ADMINS_ONLY,
    },
  },
  postApiAdminReviewsByIdPublish: {
    summary: "Publish a review",
    about:
      "Publishes a pending review. A rejected or removed one is published if its author’s objection is open, which accepts the objection. Author and teacher are mailed. Send the `version` that you read, so that a later text is not published unread.",
    parameters: ID,
    responses: { 200: "The updated review.", 403: DECISION_FORBIDDEN, 409: DECISION_CONFLICT },
  },
  postApiAdminReviewsByIdReject: {
    summary: "Reject a review",
    about:
      "Rejects a pending review and mails reason and text to the author, who can object once. The teacher is told too if the review was public before.",
    parameters: ID,
    responses: { 200: "The updated review.", 403: DECISION_FORBIDDEN, 409: DECISION_CONFLICT },
  },
  postApiAdminReviewsByIdRemove: {
    summary: "Remove a review",
    about:
      "Removes a published review, upholds its open reports and accepts an open objection of the teacher. Reason and text are mailed to author and teacher; the author can object once.",
    parameters: ID,
    responses: { 200: "The updated review.", 403: DECISION_FORBIDDEN, 409: DECISION_CONFLICT },
  },
  postApiAdminReviewsByIdDismiss: {
    summary: "Dismiss reports of a review",
    about:
      "The review stays. Reports that are not in `report_ids` stay open. The text is mailed to the reporters with an account; the teacher can object once.",
    parameters: ID,
    fields: { report_ids: "IDs of the reports that were read." },
    responses: { 200: "The review with its reports.", 403: DECISION_FORBIDDEN, 409: DECISION_CONFLICT },
  },
  postApiAdminReviewsByIdDeclineObjection: {
    summary: "Decline an objection",
    about:
      "Keeps the decision and mails the text: to the author of a rejected or removed review, or with `report_id` to the teacher whose report was dismissed. To accept an objection, publish or remove the review.",
    parameters: ID,
    fields: { report_id: "ID of the report, for the teacher’s objection." },
    responses: { 200: "The review with its reports.", 403: DECISION_FORBIDDEN, 409: DECISION_CONFLICT },
  },
};
