import { Hono } from "hono";
import type { AppEnv, Ctx, SignedInUser } from "@/context";
import { understandQuery } from "@/features/search";
import { declareCall } from "@/http/declare-call";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  alertCallSchema,
  alertChangeSchema,
  alertListResponseSchema,
  alertResponseSchema,
  pendingAlertResponseSchema,
} from "@/shared/schemas/alert";
import { createAlert } from "./create/create-alert";
import { requestAlert } from "./create/request-alert";
import { changeAlert } from "./manage/change-alert";
import { endAlert } from "./manage/end-alert";
import { findAlert, listAlerts } from "./queries";
import { parseAlertFilters, serializeAlert } from "./serialize-alert";

/** Alerts as JSON: those of the signed-in user; visitors without an account can ask for one. */
export const alertsApi = new Hono<AppEnv>();

declareCall(alertsApi, {
  method: "GET",
  path: paths.apiAlerts(),
  tag: "alerts",
  summary: "List own alerts",
  description: "Your alerts, the newest first; at most 20.",
  access: "user",
  responses: { 200: { description: "The alerts.", schema: alertListResponseSchema } },
  async handler({ ctx, user: { id, email } }) {
    const alerts = await listAlerts(ctx, { userId: id, email });
    return { content: alerts.map(serializeAlert), next: null };
  },
});

declareCall(alertsApi, {
  method: "POST",
  path: paths.apiAlerts(),
  tag: "alerts",
  summary: "Create an alert",
  description:
    "New listings that match the filters are mailed, `daily` at 18:00 or `weekly` on Monday at 18:00 (Europe/Bucharest). With a token the alert is yours: the same filters again return the existing alert, and the 21st is refused with `too_many_alerts`. Without a token give an `email`: a link is mailed, and the alert starts when it is confirmed. That answer is the same for every address.",
  fields: {
    filters:
      "The filters of `GET /api/listings` under the same names, without `sort`; other members are refused. Phrases of `q` become filters as there, once, when the alert is created: the answer has the stored filters",
    exact: "Whether phrases of `q` stay words, as with `exact=1` of `GET /api/listings`",
    frequency: "How often new listings are mailed",
    email: "The address, without a token",
    "cf-turnstile-response": "The app check’s token, without an access token",
  },
  access: "optional",
  idempotent: true,
  body: alertCallSchema,
  responses: {
    201: { description: "Your alert.", schema: alertResponseSchema },
    202: {
      description: "Without a token: a confirmation was requested.",
      schema: pendingAlertResponseSchema,
    },
    403: "`email_unverified`: confirm your email address first. `app_check`: the app check failed.",
    409: "`too_many_alerts`: you have 20 alerts.",
    429: "Too many requests from this network.",
  },
  async handler({ c, ctx, body }) {
    const { email, frequency, exact, [APP_CHECK_FIELD]: appCheck = "" } = body;
    const { filters } = await understandQuery({ filters: parseAlertFilters(body.filters), exact }, ctx);
    if (ctx.user)
      return { content: serializeAlert(getOrThrow(await createAlert(ctx, { filters, frequency }))) };
    getOrThrow(await requestAlert(ctx, { filters, frequency, email, appCheck }));
    return c.json({ content: { confirmed: false } }, 202);
  },
});

declareCall(alertsApi, {
  method: "PATCH",
  path: paths.apiAlert(":id"),
  tag: "alerts",
  summary: "Change an alert",
  description:
    "Changes how often it is mailed, pauses or resumes it. A resumed alert leaves out the listings that were published during the pause.",
  fields: {
    frequency: "How often new listings are mailed",
    paused: "Whether it is paused: a paused alert is not mailed",
  },
  access: "user",
  rawBody: alertChangeSchema,
  responses: { 200: { description: "The alert as changed.", schema: alertResponseSchema } },
  async handler({ ctx, user, id, rawBody: { frequency, paused } }) {
    const alert = await getOwnAlert(ctx, user, id);
    return { content: serializeAlert(getOrThrow(await changeAlert(ctx, alert, { frequency, paused }))) };
  },
});

declareCall(alertsApi, {
  method: "DELETE",
  path: paths.apiAlert(":id"),
  tag: "alerts",
  summary: "End an alert",
  description: "Deletes it.",
  access: "user",
  responses: { 204: { description: "Ended." } },
  async handler({ ctx, user, id }) {
    await endAlert(ctx, await getOwnAlert(ctx, user, id));
  },
});

/** @throws Refused `not_found`, also for alerts of others. */
async function getOwnAlert(ctx: Ctx, user: SignedInUser, id: string) {
  const alert = await findAlert(ctx, id);
  if (alert?.userId !== user.id) throw new Refused({ code: "not_found" });
  return alert;
}
