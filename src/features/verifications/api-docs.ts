import type { CallDocs } from "@/shared/call-docs";

const ADMINS_ONLY = "The caller is not an admin (`admins_only`).";
const CANNOT_DECIDE =
  "The caller is not an admin (`admins_only`), or the document is the caller’s own (`own_verification`).";
const TEACHERS_ONLY = "The caller is not a teacher (`teachers_only`).";
const DECIDED =
  "The request is already decided or withdrawn (`verification_decided`), or `version` is stale (`datastale`), for example because the teacher changed the name.";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const verificationsApiDocs: CallDocs = {
  getApiVerifications: {
    summary: "List your documents",
    about: "The teacher’s requests and badges in every state, the newest first, 100 per page.",
    parameters: { after: "Cursor `next` of the previous page." },
    responses: { 200: "A page of requests.", 403: TEACHERS_ONLY },
  },
  postApiVerifications: {
    summary: "Ask for the check of a document",
    about:
      "Upload one to three files first, to `private/verifications/{user id}/{name}.{ext}`: PDF, JPEG, PNG or WebP, at most 10 MB each. Only admins can open them, each opening is logged, and they are deleted after the decision. Checks are free.",
    fields: {
      kind: "`diploma`, `teaching_degree`, `integrity` (certificate of behavioral integrity) or `language`",
      proves: "What the document proves, such as a degree or a language with its level",
      files: "Uploaded files",
      path: "Path that the file was uploaded to",
    },
    responses: {
      201: "The request, pending.",
      403: "The caller is not a teacher, or a path belongs to another user.",
      409: "A request for this kind of document is open (`verification_open`).",
      422: "A field is not valid, or a file is not stored (`document_missing`).",
    },
  },
  deleteApiVerificationsById: {
    summary: "Withdraw a request or a badge",
    about: "Deletes the files of an open request, or removes a badge from the teacher’s listings.",
    parameters: { id: "ID of the request." },
    responses: {
      204: "It is withdrawn; also if it was before.",
      409: "The request was refused (`verification_decided`).",
    },
  },
  getApiAdminVerifications: {
    summary: "List documents for admins",
    about: "20 per page: pending ones oldest first, others newest first.",
    parameters: {
      state: "State; `pending` if left out.",
      after: "Cursor `next` of the previous page.",
    },
    responses: { 200: "A page of requests.", 403: ADMINS_ONLY },
  },
  getApiAdminVerificationsByIdFilesByN: {
    summary: "Open a file of a request",
    about: "Each call writes an audit event. The response is never cached, and sandboxed.",
    parameters: { id: "ID of the request.", n: "Number of the file, from 1." },
    responses: {
      200: "The file: a PDF as sent, or the re-encoded picture as `image/webp`.",
      403: ADMINS_ONLY,
    },
  },
  postApiAdminVerificationsByIdApprove: {
    summary: "Approve a document",
    about:
      "The teacher’s listings then say what was seen and when, as long as the teacher keeps the name, and the files are deleted. A certificate of integrity counts for 6 months from its date. Send `version` if the teacher changed the name after the request.",
    parameters: { id: "ID of the request." },
    fields: {
      proves: "What the document proves, as visitors read it; ignored for a certificate of integrity",
      issuer: "Issuer, as on the document",
      document_date: "Date on the document, `YYYY-MM-DD`",
    },
    responses: { 200: "The approved request.", 403: CANNOT_DECIDE, 409: DECIDED },
  },
  postApiAdminVerificationsByIdReject: {
    summary: "Refuse a document",
    about: "Sends reason and text to the teacher, and deletes the files. Both are required.",
    parameters: { id: "ID of the request." },
    fields: {
      reason: "`unreadable`, `incomplete`, `wrong_document`, `name_differs`, `expired` or `other`",
      text: "Explanation for the teacher",
    },
    responses: { 200: "The refused request.", 403: CANNOT_DECIDE, 409: DECIDED },
  },
};
