import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  patchAuthUsersMeDisable: {
    summary: "Close one’s own account",
    about: "Its sessions end and its listings are hidden. A link in a mail to the owner opens it again.",
    answers: {
      200: "The account, closed.",
      403: "The password is wrong (`invalid_password`).",
      409: "Nobody else could appoint administrators (`last_admin`).",
    },
  },
};
