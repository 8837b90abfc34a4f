import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const listingsApiDocs: CallDocs = {
  postApiListings: {
    summary: "Create a listing",
    about:
      "For teachers. A draft requires only a subject. With `submit` the listing is sent to review, or published immediately if the teacher’s email address is verified and an earlier listing was approved. Store pictures under its ID afterwards, and add them with PUT /api/listings/{id}/images.",
    responses: {
      201: "The new listing. If it was submitted but saved as a draft, `withheld` contains the reason.",
      403: "The caller is not a teacher (`teachers_only`).",
      404: "The given `_id` belongs to another user’s listing.",
      409: "A limit is reached (`limit_reached`), or the same call is in progress.",
    },
  },
  getApiListingsById: {
    summary: "Get a listing",
    about:
      "The owner and admins get all fields and the exact point, in any state. Others get published listings, with the point rounded to about 500 m.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The listing.",
    },
  },
  putApiListingsById: {
    summary: "Update a listing",
    about:
      "Replaces the whole listing, so send every field: an omitted one gets its default, as in a new listing. Without `availability`, `formats`, `trial`, `receipt` and `session_minutes`, the listing has no times, individual lessons of 60 minutes, no trial lesson and no receipt. Pictures stay. A rejected listing returns to review. New texts of a published listing may have to be reviewed first: they are then in `proposed`, and all other fields change immediately.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The updated listing.",
      403: "The caller is not a teacher (`teachers_only`).",
      409: "The listing was changed by another request (`datastale`, with the current listing in `content`), its state does not allow the change (`wrong_state`), or a limit is reached (`limit_reached`).",
    },
  },
  deleteApiListingsById: {
    summary: "Delete a listing",
    about: "This can’t be undone. A promotion ends with the listing and is not refunded.",
    parameters: {
      id: "ID of the listing.",
      version: "The version that you read.",
    },
    responses: {
      204: "The listing was deleted.",
      409: "The listing was changed by another request (`datastale`, with the current listing in `content`).",
    },
  },
  putApiListingsByIdImages: {
    summary: "Set the pictures of a listing",
    about:
      "Lists the pictures in order. Store each one first with PUT /storage/{path} or an upload. The first picture is shown on the card. Omitted pictures are removed from the listing.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The updated listing.",
      403: "The caller is not a teacher (`teachers_only`).",
      409: "The listing was changed by another request (`datastale`, with the current listing in `content`), or its state does not allow the change (`wrong_state`).",
      422: "`errors` lists paths without a stored picture of this listing, and texts with contact details.",
    },
  },
  postApiListingsByIdSubmit: {
    summary: "Submit a draft",
    about: "Sends it to review, or publishes it immediately for a trusted teacher.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The listing, pending or published.",
      403: "The email address is not verified (`email_unverified`), or the caller is not a teacher (`teachers_only`).",
      409: "The listing is not a draft (`wrong_state`), or a limit is reached (`limit_reached`).",
    },
  },
  postApiListingsByIdPause: {
    summary: "Pause a listing",
    about: "Hides a published listing. Its 90 days and those of a promotion continue.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The paused listing.",
      409: "The listing is not published (`wrong_state`).",
    },
  },
  postApiListingsByIdResume: {
    summary: "Resume a listing",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The published listing.",
      409: "The listing is not paused, or its 90 days are over (`wrong_state`).",
    },
  },
  postApiListingsByIdRenew: {
    summary: "Renew a listing",
    about: "Extends it to 90 days from now, free and without review.",
    parameters: {
      id: "ID of the listing.",
    },
    responses: {
      200: "The renewed listing.",
      409: "The listing is not published, paused or expired (`wrong_state`), or a limit is reached (`limit_reached`).",
    },
  },
  getImagesListingsByIdByFile: {
    summary: "Get a picture of a listing",
    about: "If the listing is not public, only its owner and admins can get its pictures.",
    parameters: {
      id: "ID of the listing.",
      file: "Name of the picture.",
    },
    responses: {
      200: "The picture.",
      304: "The picture has the ETag in `If-None-Match`.",
    },
  },
};
