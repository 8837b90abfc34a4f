import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const profileApiDocs: CallDocs = {
  getAuthUsersMe: {
    summary: "Get your account",
    responses: {
      200: "The account with all fields.",
    },
  },
  putAuthUsersMe: {
    summary: "Update your account",
    about:
      "Changes only the given fields, also within `teacher_information`, which applies to teachers and admins. IDs, email address, role, flags and picture can’t be changed here. While the stored `birth_date` says that the user is under 18, an earlier one is refused (`higher_age`); an admin can correct it.",
    responses: {
      200: "The account with all fields.",
    },
  },
  getAuthUsersUserList: {
    summary: "Get several public profiles",
    about: "In the requested order, without duplicates. Unknown and disabled accounts are left out.",
    parameters: {
      user_list:
        "JSON array of up to 1,000 IDs, gzip-compressed and base64url-encoded; at most 64 KB uncompressed.",
    },
    responses: {
      200: "The profiles.",
      413: "The list exceeds 64 KB uncompressed.",
    },
  },
  getAuthUsersById: {
    summary: "Get an account",
    about: "The owner and admins get all fields, others the public profile.",
    parameters: {
      id: "ID of the account.",
    },
    responses: {
      200: "The account.",
    },
  },
};
