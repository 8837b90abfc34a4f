import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getApiAdminFollowUp: {
    summary: "Read the work list",
    about:
      "Rows of all queues or one, 25 to a page: what is overdue first, then what is due today, then the oldest. A cursor that cannot be read shows the first page.",
    parameters: {
      queue: "One queue; all without it.",
      owner: "`me`, `unassigned`, or an admin’s id; all without it.",
      view: "`open` without it; `snoozed` is what was put off, by the day it comes back; `done` what was done in the last 30 days, the latest first.",
      after: "The cursor `next` of the page before.",
    },
    answers: {
      200: "A page of the work list.",
      403: "Not an admin.",
    },
  },
  patchApiAdminFollowUpByKey: {
    summary: "Note something beside a row",
    about:
      "What is left out stays as it is; `null` or an empty text clears it. With an `outcome` the row is done, and a message to the operator closed; without one it is open again. A note counts for the row as it stands there: one that comes back later is open anew.",
    parameters: {
      key: "The row’s key: its queue, a colon, and the id of what it is about.",
    },
    fields: {
      note: "At most 2,000 characters",
      owner: "The id of an admin, or null if unassigned",
      due: "Year-month-day by which it should be done, or null",
      outcome: "What became of it, at most 200 characters; with it the row is done",
      snoozed_until: "Year-month-day until which it is not shown, or null",
      version: "The version that you saw; without one you write over whatever stands there",
    },
    answers: {
      200: "The row with what is noted by now.",
      403: "Not an admin.",
      404: "No row of this key, neither now nor among what was noted.",
      409: "Another note was saved after `version` (`datastale`).",
      422: "A day that is none, words that are too long, or an owner who is no admin or whose account is disabled.",
    },
  },
};
