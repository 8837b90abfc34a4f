import type { CallDocs } from "@/shared/call-docs";
import { authorApiDocs } from "./author/author-api-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const reviewsApiDocs: CallDocs = {
  ...authorApiDocs,
  getApiListingsByIdReviews: {
    summary: "List reviews of a listing’s teacher",
    about:
      "Published reviews of the teacher: first those about the listing’s subject, then the others, each newest first, 10 per page. `summary` counts all published reviews of the teacher; `average` is null below three. An invalid cursor returns the first page.",
    parameters: {
      id: "ID of the listing.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of reviews with the summary and the cursor of the next page.",
      404: "The listing does not exist or is not public.",
    },
  },
  postApiReviewsByIdReports: {
    summary: "Report a review",
    about:
      "Reports a published review; no account is required. The review stays public until an admin decides. At most five per day. A repeated report of the same review gets the same response and is not stored. The reason `other` requires a text. Neither the author nor the teacher learns who sent the report.",
    parameters: {
      id: "ID of the review.",
    },
    responses: {
      201: "The stored report.",
      403: "The review is the caller’s own (`own_review_report`).",
      404: "The review does not exist or is not public.",
    },
  },
  getApiReviews: {
    summary: "List the reviews about you",
    about:
      "The reviews about the teacher that are public, pending or removed, newest first, 10 per page, each with the teacher’s last report about it. `summary` counts the published ones; `average` is null below three.",
    parameters: { after: "Cursor `next` of the previous page." },
    responses: {
      200: "A page of reviews with the cursor of the next page.",
      403: "The caller is not a teacher (`teachers_only`).",
    },
  },
  putApiReviewsByIdReply: {
    summary: "Reply to a review",
    about:
      "Writes the teacher’s public reply to a published review about them, or edits it within 30 days after it was written. Contact data and banned words are refused.",
    parameters: {
      id: "ID of the review.",
    },
    fields: {
      text: "The reply, 20 to 1,000 characters",
    },
    responses: {
      200: "The review with the reply.",
      404: "No review about the caller has this ID.",
      409: "The review is not public (`review_hidden`), the 30 days are over (`reply_period_over`), or another request changed the reply first (`datastale`).",
    },
  },
  putApiReviewsByIdObjection: {
    summary: "Object to the dismissal of a report",
    about:
      "The teacher’s objection to the dismissal of their report about a review that is still public. Possible once for each report; an admin answers by email.",
    parameters: {
      id: "ID of the review.",
    },
    fields: {
      text: "Why the decision is wrong, up to 1,000 characters",
    },
    responses: {
      200: "The stored objection.",
      404: "No review about the caller has this ID.",
      409: "There is no dismissed report of the caller without an objection (`no_objection`).",
    },
  },
};
