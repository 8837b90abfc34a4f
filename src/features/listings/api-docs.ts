import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  postApiListings: {
    summary: "Create a listing",
    about:
      "For teachers. A draft needs a subject alone. With `submit` it goes to review, or to readers at once for a teacher whose e-mail address is verified and who had a listing approved before. Pictures are stored under its id afterwards, and placed by PUT /api/listings/{id}/images.",
    answers: {
      201: "The new listing. `withheld` says why one that was submitted is a draft.",
      403: "Only teachers offer lessons (`teachers_only`).",
      404: "The `_id` that was given belongs to another user’s listing.",
      409: "Past a limit (`limit_reached`), or the same call is under way.",
    },
  },
  getApiListingsById: {
    summary: "A listing",
    about:
      "Its owner and administrators see all fields and the exact point, in any state; others see it while it is published, and its point to about 500 m.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing.",
    },
  },
  putApiListingsById: {
    summary: "Change a listing",
    about:
      "Says the whole listing as it is to be; what is left out is emptied, but for its pictures. A returned listing goes back to review. New words of a published one may have to wait for a reviewer: then they stand in `proposed`, and all else is changed at once.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, changed.",
      403: "Only teachers offer lessons (`teachers_only`).",
      409: "Another request changed it first (`datastale`, with the listing as it is by now in `content`), its state does not allow it (`wrong_state`), or past a limit (`limit_reached`).",
    },
  },
  deleteApiListingsById: {
    summary: "Delete a listing",
    about: "Nobody can bring it back.",
    parameters: {
      id: "The listing’s id.",
      version: "The version that was seen.",
    },
    answers: {
      204: "Deleted.",
      409: "Another request changed it first (`datastale`, with the listing as it is by now in `content`).",
    },
  },
  putApiListingsByIdImages: {
    summary: "Arrange a listing’s pictures",
    about:
      "The pictures in their order, each stored before by PUT /storage/{path} or an upload. The first one stands on the card. Those left out leave the listing.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, changed.",
      403: "Only teachers offer lessons (`teachers_only`).",
      409: "Another request changed it first (`datastale`, with the listing as it is by now in `content`), or its state does not allow it (`wrong_state`).",
      422: "`errors` names paths where nothing is stored for this listing, and texts with contact data.",
    },
  },
  postApiListingsByIdSubmit: {
    summary: "Submit a draft",
    about: "Sends it to review, or to readers at once for a trusted teacher.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, pending or published.",
      403: "The e-mail address is not verified (`email_unverified`), or not a teacher’s (`teachers_only`).",
      409: "Not a draft (`wrong_state`), or past a limit (`limit_reached`).",
    },
  },
  postApiListingsByIdPause: {
    summary: "Pause a listing",
    about: "Takes a published listing out of sight. Its ninety days go on.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, paused.",
      409: "Not published (`wrong_state`).",
    },
  },
  postApiListingsByIdResume: {
    summary: "Resume a listing",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing, published again.",
      409: "Not paused, or past its ninety days (`wrong_state`).",
    },
  },
  postApiListingsByIdRenew: {
    summary: "Renew a listing",
    about: "Ninety days from now, free and without review.",
    parameters: {
      id: "The listing’s id.",
    },
    answers: {
      200: "The listing.",
      409: "Neither published, paused nor expired (`wrong_state`), or past a limit (`limit_reached`).",
    },
  },
  getImagesListingsByIdByFile: {
    summary: "A listing’s picture",
    about: "While visitors may not see the listing, its owner and administrators see its pictures.",
    parameters: {
      id: "The listing’s id.",
      file: "The picture’s name, as the listing’s page shows it.",
    },
    answers: {
      200: "The picture.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
};
