import { Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { paths } from "@/shared/paths";
import {
  notificationSettingsResponseSchema,
  notificationSettingsSchema,
} from "@/shared/schemas/notifications";
import {
  pushDeviceListResponseSchema,
  pushDeviceReferenceSchema,
  pushDeviceResponseSchema,
  pushSubscriptionSchema,
} from "@/shared/schemas/push";
import { getNotificationSettings } from "./choices/get-notification-settings";
import { saveNotificationSettings } from "./choices/save-notification-settings";
import { deletePushSubscription } from "./push/delete-push-subscription";
import { listPushDevices, serializePushDevice } from "./push/queries";
import { savePushSubscription } from "./push/save-push-subscription";

/** Notifications as JSON: what a user wants to get, and the devices that get push messages. */
export const notificationsApi = new Hono<AppEnv>();

const BEARER = ["bearer"] as const;

const GET_SETTINGS = {
  tag: "notifications",
  auth: BEARER,
  responses: { 200: { schema: notificationSettingsResponseSchema } },
  problems: ["unauthenticated"],
} as const;

const PUT_SETTINGS = {
  tag: "notifications",
  auth: BEARER,
  body: { schema: notificationSettingsSchema },
  responses: { 200: { schema: notificationSettingsResponseSchema } },
  problems: ["unauthenticated", "invalid"],
} as const;

const LIST_DEVICES = {
  tag: "notifications",
  auth: BEARER,
  responses: { 200: { schema: pushDeviceListResponseSchema } },
  problems: ["unauthenticated"],
} as const;

const SAVE_DEVICE = {
  tag: "notifications",
  auth: BEARER,
  idempotent: true,
  body: { schema: pushSubscriptionSchema },
  responses: { 201: { schema: pushDeviceResponseSchema } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid"],
} as const;

const DELETE_DEVICE = {
  tag: "notifications",
  auth: BEARER,
  body: { schema: pushDeviceReferenceSchema },
  responses: { 204: {} },
  problems: ["unauthenticated", "not_found", "invalid"],
} as const;

notificationsApi.get(paths.apiNotifications(), describeRoute(GET_SETTINGS), async (c) => {
  const settings = await getNotificationSettings(c.var.ctx);
  c.header("cache-control", "no-store");
  return c.json({ content: settings });
});

notificationsApi.put(paths.apiNotifications(), describeRoute(PUT_SETTINGS), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const saved = await saveNotificationSettings(ctx, await readJson(c));
  if (!saved.ok) return problem(c, saved.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: saved.value });
});

notificationsApi.get(paths.apiPushSubscriptions(), describeRoute(LIST_DEVICES), async (c) => {
  const { ctx } = c.var;
  const devices = await listPushDevices(ctx, requireUser(ctx));
  c.header("cache-control", "no-store");
  return c.json({ content: devices.map(serializePushDevice), next: null });
});

notificationsApi.post(paths.apiPushSubscriptions(), describeRoute(SAVE_DEVICE), idempotent, async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const { endpoint, keys } = await readJson(c);
  const saved = await savePushSubscription(ctx, { endpoint, keys }, c.req.header("user-agent") ?? "");
  if (!saved.ok) return problem(c, saved.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: serializePushDevice(saved.value) }, 201);
});

notificationsApi.delete(paths.apiPushSubscriptions(), describeRoute(DELETE_DEVICE), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const deleted = await deletePushSubscription(ctx, await readJson(c));
  return deleted.ok ? c.body(null, 204) : problem(c, deleted.refusal);
});
