import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { understandQuery } from "@/features/search";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  alertCallSchema,
  alertChangeSchema,
  alertListResponseSchema,
  alertResponseSchema,
  pendingAlertResponseSchema,
} from "@/shared/schemas/alert";
import { validate } from "@/shared/schemas/field-errors";
import { createAlert } from "./create/create-alert";
import { requestAlert } from "./create/request-alert";
import { changeAlert } from "./manage/change-alert";
import { endAlert } from "./manage/end-alert";
import { findAlert, listAlerts } from "./queries";
import { parseAlertFilters, serializeAlert } from "./serialize-alert";

/** Alerts as JSON: those of the signed-in user; visitors without an account can ask for one. */
export const alertsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const BEARER = ["bearer"] as const;
const ID = { name: "id", in: "path" } as const;

// The API descriptions of the routes.
const LIST_ALERTS = {
  tag: "alerts",
  auth: BEARER,
  responses: { 200: { schema: alertListResponseSchema } },
  problems: ["unauthenticated"],
} as const;

const CREATE_ALERT = {
  tag: "alerts",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  body: { schema: alertCallSchema },
  responses: { 201: { schema: alertResponseSchema }, 202: { schema: pendingAlertResponseSchema } },
  problems: ["unauthenticated", "forbidden", "conflict", "invalid", "too_many"],
} as const;

const CHANGE_ALERT = {
  tag: "alerts",
  auth: BEARER,
  parameters: [ID],
  body: { schema: alertChangeSchema },
  responses: { 200: { schema: alertResponseSchema } },
  problems: ["unauthenticated", "not_found", "invalid"],
} as const;

const DELETE_ALERT = {
  tag: "alerts",
  auth: BEARER,
  parameters: [ID],
  responses: { 204: {} },
  problems: ["unauthenticated", "not_found", "too_large", "unsupported"],
} as const;

alertsApi.get(paths.apiAlerts(), describeRoute(LIST_ALERTS), async (c) => {
  const { ctx } = c.var;
  const { id, email } = requireUser(ctx);
  const alerts = await listAlerts(ctx, { userId: id, email });
  return respond(c, { content: alerts.map(serializeAlert), next: null });
});

alertsApi.post(paths.apiAlerts(), describeRoute(CREATE_ALERT), idempotent, async (c) => {
  const { ctx } = c.var;
  const call = validate(alertCallSchema, await readJson(c));
  if (!call.ok) return problem(c, call.refusal);
  const { email, frequency, exact, [APP_CHECK_FIELD]: appCheck = "" } = call.value;
  const { filters } = await understandQuery({ filters: parseAlertFilters(call.value.filters), exact }, ctx);
  if (ctx.user) {
    const created = await createAlert(ctx, { filters, frequency });
    return created.ok
      ? respond(c, { content: serializeAlert(created.value) }, 201)
      : problem(c, created.refusal);
  }
  const requested = await requestAlert(ctx, { filters, frequency, email, appCheck });
  return requested.ok ? respond(c, { content: { confirmed: false } }, 202) : problem(c, requested.refusal);
});

alertsApi.patch(paths.apiAlert(":id"), describeRoute(CHANGE_ALERT), async (c) => {
  const alert = await getOwnAlert(c);
  const { frequency, paused } = await readJson(c);
  const changed = await changeAlert(c.var.ctx, alert, { frequency, paused });
  return changed.ok ? respond(c, { content: serializeAlert(changed.value) }) : problem(c, changed.refusal);
});

alertsApi.delete(paths.apiAlert(":id"), describeRoute(DELETE_ALERT), async (c) => {
  await endAlert(c.var.ctx, await getOwnAlert(c));
  return c.body(null, 204);
});

/** The user's alert of the path. @throws Refused `not_found`, also for alerts of others. */
async function getOwnAlert(c: C) {
  const { id } = requireUser(c.var.ctx);
  const alert = await findAlert(c.var.ctx, idParam(c));
  if (alert?.userId !== id) throw new Refused({ code: "not_found" });
  return alert;
}

const respond = (c: C, body: object, status: 200 | 201 | 202 = 200): Response =>
  c.json(body, status, { "cache-control": "no-store" });
