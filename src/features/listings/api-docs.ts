import type { CallDocs } from "@/shared/call-docs";

const STALE = "Another request changed it first (`datastale`, with the current listing in `content`)";

/** Texts of this feature's calls by operationId, for the OpenAPI document. Not part of the Worker. */
export const API_DOCS: CallDocs = {
  postApiListings: {
    summary: "Create a listing",
    about:
      "For teachers. A draft requires only a subject. With `submit` the listing goes to review. It is published at once if the teacher’s email address is verified and an earlier listing was approved. Pictures are uploaded under the listing’s id afterwards, and placed by PUT /api/listings/{id}/images.",
    answers: {
      201: "The new listing. `withheld` says why a submitted listing stays a draft.",
      403: "Only teachers can create listings (`teachers_only`).",
      404: "The `_id` belongs to another user’s listing.",
      409: "A limit is reached (`limit_reached`), or an earlier call with this key is still running.",
    },
  },
  getApiListingsById: {
    summary: "Get a listing",
    about:
      "Its owner and administrators get all fields and the exact point, in any state. Others get a published listing, with its point rounded to about 500 m.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing.",
    },
  },
  putApiListingsById: {
    summary: "Edit a listing",
    about:
      "Replaces all fields: a field left out is emptied. Pictures stay. A returned listing goes back to review. If a new text of a published listing needs a review, it is in `proposed` until then, and all other changes apply at once.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The changed listing.",
      403: "Only teachers can edit listings (`teachers_only`).",
      409: `${STALE}, its state does not allow it (\`wrong_state\`), or a limit is reached (\`limit_reached\`).`,
    },
  },
  deleteApiListingsById: {
    summary: "Delete a listing",
    about: "Deletion is permanent.",
    parameters: {
      id: "The listing’s id.",
      version: "The version that the caller saw.",
    },
    answers: {
      204: "Deleted.",
      409: `${STALE}.`,
    },
  },
  putApiListingsByIdImages: {
    summary: "Arrange a listing’s pictures",
    about:
      "Sets the pictures in their order. Each must be stored before by PUT /storage/{path} or an upload. The first one is shown on the card. Pictures left out are removed from the listing.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The changed listing.",
      403: "Only teachers can edit listings (`teachers_only`).",
      409: `${STALE}, or its state does not allow it (\`wrong_state\`).`,
      422: "`errors` names paths without a stored picture of this listing, and texts with contact details.",
    },
  },
  postApiListingsByIdSubmit: {
    summary: "Submit a draft",
    about: "Sends it to review, or publishes it at once for a trusted teacher.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, pending or published.",
      403: "The email address is not verified (`email_unverified`), or the user is not a teacher (`teachers_only`).",
      409: "Not a draft (`wrong_state`), or a limit is reached (`limit_reached`).",
    },
  },
  postApiListingsByIdPause: {
    summary: "Pause a listing",
    about: "Hides a published listing. Its 90-day period continues.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The paused listing.",
      409: "Not published (`wrong_state`).",
    },
  },
  postApiListingsByIdResume: {
    summary: "Resume a listing",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The published listing.",
      409: "Not paused, or its 90-day period is over (`wrong_state`).",
    },
  },
  postApiListingsByIdRenew: {
    summary: "Renew a listing",
    about: "For 90 days from now, free of charge and without review.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The renewed listing.",
      409: "Not published, paused or expired (`wrong_state`), or a limit is reached (`limit_reached`).",
    },
  },
  getImagesListingsByIdByFile: {
    summary: "Get a listing’s picture",
    about: "While a listing is hidden, only its owner and administrators get its pictures.",
    parameters: {
      id: "The listing’s id.",
      file: "The file name, as in the listing’s page.",
    },
    answers: {
      200: "The picture.",
      304: "The picture still has the version in `If-None-Match`.",
    },
  },
};
