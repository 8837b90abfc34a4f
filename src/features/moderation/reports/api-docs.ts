import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  postApiListingsByIdReports: {
    summary: "Report a listing",
    about:
      "Says what is wrong with a published listing; no account is needed. At most five a day. A second report of the same listing, on the same day or while the first is open, is answered the same and counts for nothing. `other` needs a text. The teacher never learns who sent it.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      201: "The report as it was read.",
      403: "One’s own listing (`own_report`).",
      404: "No such listing, or none that visitors see.",
    },
  },
};
