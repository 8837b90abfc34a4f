import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getApiAdminListings: {
    summary: "List listings to moderate",
    about:
      "For administrators. Without `state`, what waits for a reviewer: pending listings and new texts of published ones (in `proposed`), the longest waiting first. With `state`, the listings in that state, last changed first; 20 at a time.",
    parameters: {
      state: "One state. `expired` is published past its days.",
      after: "The `next` of the page before.",
    },
    answers: {
      200: "A page of listings, and where the next one begins.",
      403: "Not an administrator (`admins_only`).",
    },
  },
  postApiAdminListingsByIdApprove: {
    summary: "Approve a listing",
    about:
      "Publishes a pending listing for ninety days, or puts the new text of a published one in place. With `version` nobody approves what they have not read.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing after the decision.",
      403: "Not an administrator (`admins_only`).",
      409: "Nothing waits for review (`wrong_state`), or it was changed after that version (`datastale`).",
    },
  },
  postApiAdminListingsByIdReject: {
    summary: "Return a listing",
    about:
      "Sends a pending listing, or the new text of a published one, back to its teacher, who is told the reason. `other` needs a text.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing after the decision.",
      403: "Not an administrator (`admins_only`).",
      409: "Nothing waits for review (`wrong_state`), or it was changed after that version (`datastale`).",
    },
  },
  postApiAdminListingsByIdSuspend: {
    summary: "Suspend a listing",
    about:
      "Takes a pending, published, paused or expired listing out of sight; its teacher is told the reason. `other` needs a text.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, suspended.",
      403: "Not an administrator (`admins_only`).",
      409: "Not from this state (`wrong_state`).",
    },
  },
  postApiAdminListingsByIdReinstate: {
    summary: "Reinstate a listing",
    about: "Makes a suspended listing what it was before; expired, if its days have ended meanwhile.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing as it is again.",
      403: "Not an administrator (`admins_only`).",
      409: "Not suspended (`wrong_state`).",
    },
  },
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
