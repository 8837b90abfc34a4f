import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  getApiAnalytics: {
    summary: "One's numbers by listing and day",
    about:
      "How often the caller's listings were shown, opened and answered to, in order of days of Bucharest. A day on which nothing happened to a listing has no row. Robots are left out, and so is what its owner does. What happens now is in the answer within seconds.",
    parameters: {
      from: "The first day. Without it, thirty days up to `to`.",
      to: "The last day, today if left out. At most 400 days from the first.",
    },
    answers: {
      200: "The rows, all at once.",
      422: "No day of the calendar, the last before the first, or more than 400 days.",
    },
  },
};
