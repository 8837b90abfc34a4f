import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const shortlistApiDocs: CallDocs = {
  getApiShortlist: {
    summary: "List your shortlist",
    about:
      "The listings that you saved, newest first. With a token it is the account’s shortlist, otherwise that of the cookie `shortlist`, which has no notes: `note` and `version` are null. `listing` is null if the listing is no longer public.",
    responses: {
      200: "All entries.",
    },
  },
  putApiShortlistById: {
    summary: "Add a listing to your shortlist",
    about:
      "A listing that is on it stays where it is. An account holds up to 200 listings. Without a token the response sets the cookie `shortlist`, which holds up to 50; signing in adds them to the account.",
    parameters: {
      id: "The listing’s id.",
    },
    responses: {
      200: "The listing is on the shortlist.",
      403: "The request comes from another site.",
      404: "There is no such listing, or it is not published.",
      409: "The shortlist is full (`shortlist_full`).",
    },
  },
  deleteApiShortlistById: {
    summary: "Remove a listing from your shortlist",
    about: "Its note is deleted too. A listing that is not on the shortlist is no error.",
    parameters: {
      id: "The listing’s id.",
    },
    responses: {
      204: "The listing is not on the shortlist.",
      403: "The request comes from another site.",
    },
  },
  putApiShortlistByIdNote: {
    summary: "Save your note about a listing",
    about: "Only you can see the note. An empty text deletes it. `version` is that of the note that you saw.",
    parameters: {
      id: "The id of a listing on your shortlist.",
    },
    fields: {
      note: "Note, up to 500 characters; empty deletes it",
    },
    responses: {
      200: "The note is saved.",
      404: "The listing is not on your shortlist.",
      409: "The note was changed after `version` (`datastale`).",
    },
  },
};
