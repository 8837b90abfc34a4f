import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  deleteAuthUsersMe: {
    summary: "Erase one’s own account",
    about:
      "Everything personal is erased at once: listings with their pictures, sessions, one’s own messages and name in enquiries. Orders are kept for accounting, without a name.",
    answers: {
      200: "The account is erased.",
      403: "The password is wrong (`invalid_password`).",
      409: "Nobody else could appoint administrators (`last_admin`).",
    },
  },
  getDataUsersMeJson: {
    summary: "Everything that is stored about oneself",
    about:
      "The token may stand in the address, here and nowhere else, so that a plain link downloads the data.",
    answers: {
      200: "The data, by sections.",
      400: "Another `format` than `export`.",
      401: "No token, or none that is still good (`permission_denied`).",
    },
  },
};
