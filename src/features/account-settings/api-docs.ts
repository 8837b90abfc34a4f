import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
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
