import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const usersApiDocs: CallDocs = {
  getApiAdminUsers: {
    summary: "List users",
    about:
      "For admins. Newest first, up to 20 per page. `q` matches beginnings of words in name and email address and ignores diacritics. With several filters, a page may have fewer users although `next` is set.",
    parameters: {
      q: "Search terms or their beginnings.",
      role: "Role.",
      disabled: "Only disabled, or only enabled accounts.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of users with the cursor of the next one.",
      403: "The caller is not an admin (`admins_only`).",
    },
  },
  patchApiAdminUsersById: {
    summary: "Disable or enable a user, change the role or correct the birth date",
    about:
      "For admins, not for their own account. Disabling ends all sessions, hides the listings and emails the `reason`; no emailed link enables the account again. Values that already apply have no effect.",
    parameters: {
      id: "ID of the user.",
    },
    fields: {
      disabled: "Whether the account is disabled.",
      role: "New role. A user who is no longer an admin also loses the right to create admins.",
      birth_date: "Corrected date of birth: at least 16 years ago, 18 for teachers and admins.",
      reason: "Why the account is disabled, shown to the user.",
    },
    responses: {
      200: "The updated user.",
      403: "The caller is not an admin (`admins_only`) or the user themselves (`own_account`), may not create admins (`create_admin`) or change an admin who may (`protected_admin`), or the user is too young for the role (`too_young`).",
      409: "A learner can’t have listings (`has_listings`), or the user was changed by another request (`datastale`).",
    },
  },
};
