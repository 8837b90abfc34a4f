import {
  createUserWithPassword,
  findLinkToken,
  newEmail,
  PASSWORD,
  signUpInput,
} from "../../../helpers/accounts";
import { mailsTo } from "../../../helpers/factories";
import type { CallContext } from "./call-context";
import { exceedLimit, MALFORMED_JSON, reuseIdempotencyKey } from "./requests";
import { createContractCaller } from "./rows";
import type { Calls } from "./test-calls";

const FORGOT = "/auth/users/forgot-password";
const RESET = "/auth/users/reset-password";

const createTeacherInput = (overrides: object = {}) => {
  const { password: _, ...account } = signUpInput({ role: "t", ...overrides });
  return account;
};

/** The path of a reset with the token of a mail that was sent. */
async function createResetRequest({ app, request }: CallContext) {
  const { email } = await createUserWithPassword(app, { email: newEmail() });
  await request(`${FORGOT}/${email}`);
  const [mail] = (await mailsTo(email)).slice(-1);
  return { path: `${RESET}?token=${findLinkToken(mail?.text ?? "")}` };
}

export const ACCOUNTS: Calls = {
  "POST /auth/users/signup": {
    request: async () => ({ path: "/auth/users/signup", json: signUpInput() }),
    201: {},
    403: { app: "withAppCheck" },
    422: { json: signUpInput({ password: "scurt" }), headers: { "idempotency-key": "a" } },
    429: exceedLimit,
    503: { app: "busy" },
  },
  "POST /auth/users/create_special_user": {
    request: async () => ({
      path: "/auth/users/create_special_user",
      json: createTeacherInput(),
      by: "superadmin",
    }),
    201: {},
    403: { by: "learner" },
    409: [
      reuseIdempotencyKey,
      async ({ rows }) => ({ json: createTeacherInput({ email: rows.learner.user.email }) }),
    ],
    422: { json: {} },
  },
  "GET /auth/users/forgot-password/{user}": {
    request: { path: `${FORGOT}/nimeni@example.test` },
    200: {},
    403: { app: "withAppCheck" },
    429: exceedLimit,
  },
  "PUT /auth/users/reset-password": {
    request: { path: `${RESET}?token=unknown`, json: { password: "codrul frate cu romanul" } },
    200: createResetRequest,
    400: [MALFORMED_JSON, {}],
    422: async (context) => ({ ...(await createResetRequest(context)), json: { password: "scurt" } }),
    503: async (context) => ({ ...(await createResetRequest(context)), app: "busy" }),
  },
  "PATCH /auth/users/me/disable": {
    request: { path: "/auth/users/me/disable", json: { password: PASSWORD }, by: "learner" },
    200: async ({ app }) => ({ headers: (await createContractCaller(app)).headers }),
    403: { json: { password: "altceva" } },
    409: { by: "superadmin" },
    422: { json: {} },
    429: (context) => exceedLimit(context, { json: { password: "altceva" } }),
    503: { app: "busy" },
  },
};
