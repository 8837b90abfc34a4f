import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const privacyApiDocs: CallDocs = {
  deleteAuthUsersMe: {
    summary: "Delete your account",
    about:
      "Erases all personal data immediately: listings with their pictures, sessions, and your messages and name in conversations. Orders are retained for accounting, without your name.",
    responses: {
      200: "The account was deleted.",
      403: "The password is incorrect (`invalid_password`).",
      409: "No other admin could create admins (`last_admin`).",
    },
  },
  deleteAuthUsersVerifyEmail: {
    summary: "Delete an account that another person created with your email address",
    about:
      "For the owner of the mailbox, while the address is not confirmed. Erases the account as its owner could. Messages and alerts that you sent as a guest stay.",
    parameters: {
      token: "Token of the emailed link that confirms the address.",
    },
    responses: {
      200: "The account was deleted.",
      400: "The token is unknown, used or expired, or the address is confirmed (`invalid_token`).",
      409: "No other admin could create admins (`last_admin`).",
    },
  },
  getDataUsersMeJson: {
    summary: "Export your personal data",
    about: "The access token may be in the query, only for this call, so that a link can download the data.",
    responses: {
      200: "The data, by section.",
      400: "The `format` is not `export`.",
      401: "The token is missing, invalid or expired (`permission_denied`).",
    },
  },
};
