import { paths } from "@/shared/paths";
import { createBrowser, insertPushDevice } from "../../../helpers/push";
import type { CallContext } from "./call-context";
import { UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

const DEVICES = paths.apiPushSubscriptions();

const createSubscription = () => {
  const { endpoint, keys } = createBrowser();
  return { endpoint, keys };
};
const insertDevices = async ({ rows }: CallContext, count: number) => {
  for (let n = 0; n < count; n++) await insertPushDevice(rows.learner.user.id);
};

const SETTINGS = {
  enquiries: { mail: true, push: false },
  reviews: { mail: false, push: false },
  listings: { mail: true, push: false },
  alerts: { mail: false, push: true },
  news: { mail: true, push: false },
};

export const NOTIFICATIONS: Calls = {
  "GET /api/notifications": {
    request: { path: paths.apiNotifications(), by: "learner" },
    200: {},
  },
  "PUT /api/notifications": {
    request: { path: paths.apiNotifications(), json: SETTINGS, by: "teacher" },
    200: {},
    422: [{ json: {} }, { json: { ...SETTINGS, news: { mail: true, push: true } } }],
  },
  "GET /api/push-subscriptions": {
    request: { path: DEVICES, by: "learner" },
    200: async (context) => {
      await insertDevices(context, 1);
      return {};
    },
  },
  "POST /api/push-subscriptions": {
    request: async () => ({ path: DEVICES, json: createSubscription(), by: "teacher" }),
    201: {},
    404: { app: "withoutPush" },
    409: async (context) => {
      await insertDevices(context, 20);
      return { by: "learner" };
    },
    422: [
      { json: { ...createSubscription(), endpoint: "https://127.0.0.1/a" } },
      { json: { ...createSubscription(), keys: { p256dh: "short", auth: "short" } } },
    ],
  },
  "DELETE /api/push-subscriptions": {
    request: async ({ rows }) => ({
      path: DEVICES,
      json: { _id: await insertPushDevice(rows.learner.user.id) },
      by: "learner",
    }),
    204: {},
    404: { json: { _id: UNKNOWN_ID } },
    422: [{ json: {} }, { json: { _id: "nope" } }],
  },
};
