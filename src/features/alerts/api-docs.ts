import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const alertsApiDocs: CallDocs = {
  getApiAlerts: {
    summary: "List own alerts",
    about: "Your alerts, the newest first; at most 20.",
    responses: { 200: "The alerts." },
  },
  postApiAlerts: {
    summary: "Create an alert",
    about:
      "New listings that match the filters are mailed, `daily` at 18:00 or `weekly` on Monday at 18:00 (Europe/Bucharest). With a token the alert is yours: the same filters again return the existing alert, and the 21st is refused with `too_many_alerts`. Without a token give an `email`: a link is mailed, and the alert starts when it is confirmed. That answer is the same for every address.",
    fields: {
      filters:
        "The filters of `GET /api/listings` under the same names, without `sort`; other members are refused. Phrases of `q` become filters as there, once, when the alert is created: the answer has the stored filters",
      exact: "Whether phrases of `q` stay words, as with `exact=1` of `GET /api/listings`",
      frequency: "How often new listings are mailed",
      email: "The address, without a token",
      "cf-turnstile-response": "The app check’s token, without an access token",
    },
    responses: {
      201: "Your alert.",
      202: "Without a token: a confirmation was requested.",
      403: "`email_unverified`: confirm your email address first. `app_check`: the app check failed.",
      409: "`too_many_alerts`: you have 20 alerts.",
      429: "Too many requests from this network.",
    },
  },
  patchApiAlertsById: {
    summary: "Change an alert",
    about:
      "Changes how often it is mailed, pauses or resumes it. A resumed alert leaves out the listings that were published during the pause.",
    parameters: { id: "The alert’s id." },
    fields: {
      frequency: "How often new listings are mailed",
      paused: "Whether it is paused: a paused alert is not mailed",
    },
    responses: { 200: "The alert as changed." },
  },
  deleteApiAlertsById: {
    summary: "End an alert",
    about: "Deletes it.",
    parameters: { id: "The alert’s id." },
    responses: { 204: "Ended." },
  },
};
