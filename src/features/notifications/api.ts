import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { NOTIFICATION_KINDS } from "@/shared/codes";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  notificationChoicesSchema,
  notificationSettingsResponseSchema,
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

declareCall(notificationsApi, {
  method: "GET",
  path: paths.apiNotifications(),
  tag: "notifications",
  summary: "Read what is sent to you",
  description:
    "By kind. Mail about security, payments and decisions is always sent. `push` is `false` for kinds without push messages.",
  access: "user",
  responses: { 200: { description: "What you chose.", schema: notificationSettingsResponseSchema } },
  handler: async ({ ctx }) => ({ content: await getNotificationSettings(ctx) }),
});

declareCall(notificationsApi, {
  method: "PUT",
  path: paths.apiNotifications(),
  tag: "notifications",
  summary: "Choose what is sent to you",
  description: "Replaces the choices. `push` must be `false` for kinds without push messages.",
  fields: {
    enquiries:
      "Messages and replies, first lessons, the reminder of an unanswered message, the offer of other teachers, and the question to answer or to pause the listings",
    reviews: "Reviews about you, and invitations to review",
    listings: "The end of listings, badges and promotions",
    alerts: "New teachers from your alerts",
    requests: "Requests of learners that fit your listings; unchanged if left out",
    news: "Offers to extend a promotion before it ends",
    ...Object.fromEntries(
      NOTIFICATION_KINDS.flatMap((kind) => [
        [`${kind}.mail`, "By email"],
        [`${kind}.push`, "As a push message"],
      ]),
    ),
  },
  access: "user",
  rawBody: notificationChoicesSchema,
  responses: { 200: { description: "What you chose.", schema: notificationSettingsResponseSchema } },
  handler: async ({ ctx, rawBody }) => ({
    content: getOrThrow(await saveNotificationSettings(ctx, rawBody)),
  }),
});

declareCall(notificationsApi, {
  method: "GET",
  path: paths.apiPushSubscriptions(),
  tag: "notifications",
  summary: "List the devices that get push messages",
  access: "user",
  responses: {
    200: {
      description: "Your devices, in the order in which they were added.",
      schema: pushDeviceListResponseSchema,
    },
  },
  async handler({ ctx, user }) {
    const devices = await listPushDevices(ctx, user);
    return { content: devices.map(serializePushDevice), next: null };
  },
});

declareCall(notificationsApi, {
  method: "POST",
  path: paths.apiPushSubscriptions(),
  tag: "notifications",
  summary: "Turn on push messages for a device",
  description:
    "The body is the JSON of the browser’s `PushSubscription`. The endpoint must be an `https` address with a public host name. A browser belongs to the user who saved it last. At most 20 devices. Push messages to the device end with the session of this call when that is signed out.",
  fields: {
    endpoint: "The push service’s URL for this browser",
    keys: "The browser’s keys",
    "keys.p256dh": "The public key, base64url",
    "keys.auth": "The authentication secret, base64url",
  },
  access: "user",
  idempotent: true,
  body: pushSubscriptionSchema,
  responses: {
    201: { description: "The device.", schema: pushDeviceResponseSchema },
    404: "This site does not send push messages.",
    409: "You have too many devices (`too_many_push_devices`).",
  },
  async handler({ c, ctx, body }) {
    const saved = await savePushSubscription(ctx, body, c.req.header("user-agent") ?? "");
    return { content: serializePushDevice(getOrThrow(saved)) };
  },
});

declareCall(notificationsApi, {
  method: "DELETE",
  path: paths.apiPushSubscriptions(),
  tag: "notifications",
  summary: "Turn off push messages for a device",
  description:
    "Names the device by its `_id` or by its `endpoint`, not both. Messages that wait are not sent.",
  fields: { _id: "The device’s id", endpoint: "The push service’s URL for this browser" },
  access: "user",
  rawBody: pushDeviceReferenceSchema,
  responses: { 204: { description: "The device gets no more push messages." } },
  problems: ["not_found"],
  async handler({ ctx, rawBody }) {
    getOrThrow(await deletePushSubscription(ctx, rawBody));
  },
});
