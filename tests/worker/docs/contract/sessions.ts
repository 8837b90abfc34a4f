import { PASSWORD } from "../../../helpers/accounts";
import { newJar } from "../../../helpers/app";
import { COMPRESSED_BODY, CROSS_SITE, exceedLimit, TOO_LARGE } from "./requests";
import { createContractCaller } from "./rows";
import type { Calls } from "./test-calls";

const CREDENTIALS = { username: "nimeni@example.test", password: PASSWORD };

export const SESSIONS: Calls = {
  "POST /auth/users/token": {
    request: { path: "/auth/users/token", form: CREDENTIALS },
    200: async ({ rows }) => ({
      path: "/auth/users/token?remember_me=true",
      form: { username: rows.learner.user.email, password: PASSWORD },
    }),
    401: {},
    403: { headers: CROSS_SITE },
    413: { form: { ...CREDENTIALS, password: "x".repeat(1024 ** 2 / 4 + 1) } },
    415: { json: CREDENTIALS, headers: { "content-type": "application/json" } },
    422: { form: { username: "nimeni@example.test" } },
    429: exceedLimit,
    503: { app: "busy" },
  },
  "POST /auth/users/refresh": {
    request: { path: "/auth/users/refresh" },
    200: async ({ app }) => ({ as: (await createContractCaller(app)).jar }),
    401: { as: newJar() },
    403: async ({ rows }) => ({ as: rows.learner.jar, headers: CROSS_SITE }),
    // The key allows a retry with a cookie that was used; it does not compare bodies.
    409: [],
    413: TOO_LARGE,
    415: COMPRESSED_BODY,
  },
  "POST /auth/users/logout": {
    request: { path: "/auth/users/logout", json: {} },
    200: async ({ app }) => {
      const { jar, token } = await createContractCaller(app);
      return { as: jar, json: { access_token: token, token_type: "bearer" } };
    },
    403: async ({ rows }) => ({ as: rows.learner.jar, headers: CROSS_SITE }),
  },
  "GET /auth/users/is-authenticated": {
    request: { path: "/auth/users/is-authenticated", by: "learner" },
    200: {},
  },
};
