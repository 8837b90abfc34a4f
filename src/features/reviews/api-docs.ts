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
};
