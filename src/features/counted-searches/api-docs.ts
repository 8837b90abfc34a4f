import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const countedSearchesApiDocs: CallDocs = {
  getApiAdminSearches: {
    summary: "Get counted searches by day",
    about:
      "For admins. How often visitors opened the first page of a search, by day in Bucharest time, subject, level, county and online lessons, in chronological order, about 1,000 rows per page. A search for several subjects counts once for each. Search terms, bots and prefetched pages are not counted. Searches appear after about 15 minutes and are kept for 400 days.",
    parameters: {
      from: "First day. Default: 30 days before `to`.",
      to: "Last day. Default: today. At most 400 days after the first.",
      after: "Cursor `next` of the previous page.",
    },
    responses: {
      200: "A page of rows with the cursor of the next one.",
      403: "The caller is not an admin (`admins_only`).",
      422: "A date is invalid, the last day is before the first, or the range exceeds 400 days.",
    },
  },
};
