import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const accountSettingsApiDocs: CallDocs = {
  patchAuthUsersMeDisable: {
    summary: "Disable your account",
    about: "Ends all sessions and hides the listings. A link emailed to the owner enables the account again.",
    responses: {
      200: "The disabled account.",
      403: "The password is incorrect (`invalid_password`).",
      409: "No other admin could create admins (`last_admin`).",
    },
  },
};
