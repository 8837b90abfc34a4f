import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const moderationApiDocs: CallDocs = {
  getApiAdminListings: {
    summary: "List listings for moderation",
    about:
      "For admins. Without `state`: pending listings and new texts of published listings (in `proposed`), longest waiting first. With `state`: the listings in that state, last changed first. 20 per page.",
    parameters: {
      state: "State. `expired` listings were published and their 90 days are over.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of listings with the cursor of the next one.",
      403: "The caller is not an admin (`admins_only`).",
    },
  },
  postApiAdminListingsByIdApprove: {
    summary: "Approve a listing",
    about:
      "Publishes a pending listing for 90 days, or the new text of a published one. Send the `version` that you read, so that a later change is not approved unread.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The updated listing.",
      403: "The caller is not an admin (`admins_only`).",
      409: "Nothing is waiting for review (`wrong_state`), or the listing was changed after `version` (`datastale`).",
    },
  },
  postApiAdminListingsByIdReject: {
    summary: "Reject a listing",
    about:
      "Rejects a pending listing, or the new text of a published one, and sends the reasons and the text to the teacher. A reason and the text are required. The email is sent immediately; a decision made on the website can be undone for 60 seconds.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The updated listing.",
      403: "The caller is not an admin (`admins_only`).",
      409: "Nothing is waiting for review (`wrong_state`), or the listing was changed after `version` (`datastale`).",
    },
  },
  postApiAdminListingsByIdSuspend: {
    summary: "Suspend a listing",
    about:
      "Hides a pending, published, paused or expired listing, and sends reason and text to the teacher. Both are required.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The suspended listing.",
      403: "The caller is not an admin (`admins_only`).",
      409: "The state of the listing does not allow it (`wrong_state`).",
    },
  },
  postApiAdminListingsByIdReinstate: {
    summary: "Reinstate a listing",
    about: "Restores the state before the suspension, or `expired` if the 90 days have ended meanwhile.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The reinstated listing.",
      403: "The caller is not an admin (`admins_only`).",
      409: "The listing is not suspended (`wrong_state`).",
    },
  },
  postApiListingsByIdReports: {
    summary: "Report a listing",
    about:
      "Reports a published listing; no account is required. At most five per day. A repeated report of the same listing, on the same day or while the first is open, gets the same response and is not stored. The reason `other` requires a text. The teacher does not learn who sent the report.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      201: "The stored report.",
      403: "The listing is the caller’s own (`own_report`).",
      404: "The listing does not exist or is not public.",
    },
  },
};
