import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const analyticsApiDocs: CallDocs = {
  getApiAnalytics: {
    summary: "Get daily statistics of your listings",
    about:
      "Impressions, views, revealed phone numbers, enquiries and additions to shortlists by listing and day in Bucharest time, in chronological order. Days without activity have no row. Bots and the owner’s own visits are not counted. New activity appears within seconds.",
    parameters: {
      from: "First day. Default: 30 days before `to`.",
      to: "Last day. Default: today. At most 400 days after the first.",
    },
    responses: {
      200: "All rows.",
      422: "A date is invalid, the last day is before the first, or the range exceeds 400 days.",
    },
  },
};
