import { paths } from "@/shared/paths";
import { bearer } from "../../../helpers/accounts";
import type { CallContext } from "./call-context";
import { exceedLimit, UNKNOWN_ID } from "./requests";
import { createContractCaller } from "./rows";
import type { Calls } from "./test-calls";

const ALL = paths.apiAlerts();
const ALERT = { filters: { subject: ["m"], county: "cj", max: 100, online: true }, frequency: "weekly" };
const GUEST = { ...ALERT, email: "alerta@example.test" };

/** A new user with an alert. */
async function createAlert({ app }: CallContext) {
  const { headers } = await createContractCaller(app);
  const answer = await app.post(ALL, { json: ALERT, headers });
  const { content } = (await answer.json()) as { content: { _id: string } };
  return { headers, path: paths.apiAlert(content._id) };
}

const SIGNED_OUT = { headers: { authorization: "" } };

export const ALERTS: Calls = {
  "GET /api/alerts": {
    request: async (context) => ({ path: ALL, headers: (await createAlert(context)).headers }),
    200: {},
    401: SIGNED_OUT,
  },
  "POST /api/alerts": {
    request: { path: ALL, json: GUEST },
    201: [
      { json: ALERT, by: "learner" },
      { json: { filters: {}, frequency: "daily" }, by: "learner" },
      {
        json: { filters: { q: "bac", near: "46.77,23.59", radius: 10, max: 99.99 }, frequency: "daily" },
        by: "teacher",
      },
    ],
    202: {},
    401: { headers: bearer("spoiled").headers },
    403: { app: "withAppCheck" },
    409: async ({ app }) => {
      const { headers } = await createContractCaller(app);
      for (let max = 1; max <= 20; max++)
        await app.post(ALL, { json: { ...ALERT, filters: { max } }, headers });
      return { json: ALERT, headers };
    },
    422: [
      { json: { ...GUEST, email: "ilinca" } },
      { json: ALERT },
      { json: { ...GUEST, frequency: "hourly" } },
      { json: { ...GUEST, filters: { subject: ["nope"] } } },
      { json: { ...GUEST, filters: { near: "nowhere" } } },
      { json: { ...GUEST, filters: { sort: "price" } } },
      { json: { ...GUEST, filters: { max: 1e21 } } },
      { json: { ...GUEST, filters: { min: 1.234 } } },
      { json: { email: GUEST.email, frequency: "daily" } },
    ],
    429: (context) =>
      exceedLimit(
        context,
        { json: { ...GUEST, email: "prima@example.test" } },
        { json: { ...GUEST, email: "alta@example.test" } },
      ),
  },
  "PATCH /api/alerts/{id}": {
    request: async (context) => ({ ...(await createAlert(context)), json: { frequency: "daily" } }),
    200: [{}, { json: { paused: true } }, { json: { paused: false } }, { json: {} }],
    401: SIGNED_OUT,
    404: [
      { path: paths.apiAlert(UNKNOWN_ID) },
      { path: paths.apiAlert("nope") },
      async ({ rows }) => ({ headers: rows.learner.headers }),
    ],
    422: [{ json: { frequency: "hourly" } }, { json: { paused: "yes" } }],
  },
  "DELETE /api/alerts/{id}": {
    request: createAlert,
    204: {},
    401: SIGNED_OUT,
    404: [{ path: paths.apiAlert(UNKNOWN_ID) }, async ({ rows }) => ({ headers: rows.teacher.headers })],
  },
};
