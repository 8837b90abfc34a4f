import type { CallDocs } from "@/shared/call-docs";
import { NOTIFICATION_KINDS } from "@/shared/codes";

const FIELDS = {
  enquiries: "Messages and replies, and the reminder of an unanswered message",
  reviews: "Reviews about you, and invitations to review",
  listings: "The end of listings, badges and promotions",
  alerts: "New teachers from your alerts",
  news: "Offers to extend a promotion before it ends",
  ...Object.fromEntries(
    NOTIFICATION_KINDS.flatMap((kind) => [
      [`${kind}.mail`, "By email"],
      [`${kind}.push`, "As a push message"],
    ]),
  ),
};

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const notificationsApiDocs: CallDocs = {
  getApiNotifications: {
    summary: "Read what is sent to you",
    about:
      "By kind. Mail about security, payments and decisions is always sent. `push` is `false` for kinds without push messages.",
    responses: {
      200: "What you chose.",
    },
  },
  putApiNotifications: {
    summary: "Choose what is sent to you",
    about: "Replaces all choices. `push` must be `false` for kinds without push messages.",
    fields: FIELDS,
    responses: {
      200: "What you chose.",
    },
  },
  getApiPushSubscriptions: {
    summary: "List the devices that get push messages",
    responses: {
      200: "Your devices, in the order in which they were added.",
    },
  },
  postApiPushSubscriptions: {
    summary: "Turn on push messages for a device",
    about:
      "The body is the JSON of the browser’s `PushSubscription`. The endpoint must be an `https` address with a public host name. A browser belongs to the user who saved it last. At most 20 devices. Push messages to the device end with the session of this call when that is signed out.",
    fields: {
      endpoint: "The push service’s URL for this browser",
      keys: "The browser’s keys",
      "keys.p256dh": "The public key, base64url",
      "keys.auth": "The authentication secret, base64url",
    },
    responses: {
      201: "The device.",
      404: "This site does not send push messages.",
      409: "You have too many devices (`too_many_push_devices`).",
    },
  },
  deleteApiPushSubscriptions: {
    summary: "Turn off push messages for a device",
    about: "Names the device by its `_id` or by its `endpoint`, not both. Messages that wait are not sent.",
    fields: {
      _id: "The device’s id",
      endpoint: "The push service’s URL for this browser",
    },
    responses: {
      204: "The device gets no more push messages.",
    },
  },
};
