import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const followUpApiDocs: CallDocs = {
  getApiAdminFollowUp: {
    summary: "List the follow-up rows",
    about:
      "Rows of all queues or one, 25 per page: overdue rows first, then rows due today, then the oldest. An invalid cursor returns the first page.",
    parameters: {
      queue: "Queue. Default: all.",
      owner: "`me`, `unassigned`, or the ID of an admin. Default: all.",
      view: "`open` (default); `snoozed`, by the date they return; or `done`, within the last 30 days, latest first.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of the follow-up list.",
      403: "The caller is not an admin.",
    },
  },
  patchApiAdminFollowUpByKey: {
    summary: "Update the note of a row",
    about:
      "Omitted fields stay unchanged; `null` or an empty text clears a field. An `outcome` marks the row as done and closes a message to the operator; without an outcome the row is open again. A note applies to the current row: if the row returns later, it is open.",
    parameters: {
      key: "Key of the row: queue and subject ID, separated by a colon.",
    },
    fields: {
      note: "Note, up to 2,000 characters",
      owner: "ID of the assigned admin, or null",
      due: "Due date (YYYY-MM-DD), or null",
      outcome: "Result, up to 200 characters; marks the row as done",
      snoozed_until: "Date until which the row is hidden (YYYY-MM-DD), or null",
      version: "The version that you read; without it, any version is overwritten",
    },
    responses: {
      200: "The row with its current note.",
      403: "The caller is not an admin.",
      404: "The row does not exist and has no note.",
      409: "The note was changed after `version` (`datastale`).",
      422: "A date is invalid, a text is too long, or the owner is not an active admin.",
    },
  },
};
