import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getAuthUsersMe: {
    summary: "One’s own account",
    answers: {
      200: "The account with all its fields.",
    },
  },
  putAuthUsersMe: {
    summary: "Change one’s own account",
    about:
      "Only the fields that are given change, those within `teacher_information` too; it counts for teachers and administrators alone. Ids, the e-mail address, the role, flags and the picture never change here.",
    answers: {
      200: "The account with all its fields.",
    },
  },
  getAuthUsersUserList: {
    summary: "Many accounts, as anybody may see them",
    about: "In the order asked, each once; unknown and disabled ones are left out.",
    parameters: {
      user_list: "base64url of a gzip-compressed JSON list of at most 1,000 ids, 64 KB unpacked.",
    },
    answers: {
      200: "The accounts.",
      413: "The list unpacks to more than 64 KB.",
    },
  },
  getAuthUsersById: {
    summary: "An account",
    about: "Its owner and administrators see all fields, others the public ones.",
    parameters: {
      id: "The account’s id.",
    },
    answers: {
      200: "The account.",
    },
  },
};
