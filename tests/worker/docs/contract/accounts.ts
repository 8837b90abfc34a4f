import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { newSecret } from "@/shared/ids";
import {
  createUserWithPassword,
  findLinkToken,
  newEmail,
  PASSWORD,
  signUpInput,
} from "../../../helpers/accounts";
import { db } from "../../../helpers/app";
import { mailsTo } from "../../../helpers/factories";
import { app, type CallContext } from "./call-context";
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

const VERIFY = "/auth/users/verify-email";
const CHANGE_EMAIL = "/auth/users/change-email";

/** The path of a confirmation, with the token of a new account's link. */
async function createLinkPath(
  { app: { clock } }: CallContext,
  path: string,
  { userId, newAddress = newEmail() }: { userId?: string; newAddress?: string } = {},
) {
  const id = userId ?? (await createUserWithPassword(app, { emailVerifiedTs: null })).id;
  const [purpose, to] =
    path === VERIFY ? (["verify_email", null] as const) : (["change_email", newAddress] as const);
  const { token, statement } = issueToken({ db, now: clock.now, newSecret }, purpose, id, to);
  await db.batch([statement]);
  return `${path}?token=${token}`;
}

const createConfirmation = (path: string): Calls[string] => ({
  request: async (context) => ({ path: await createLinkPath(context, path), json: { password: PASSWORD } }),
  200: {},
  400: [MALFORMED_JSON, { path: `${path}?token=unknown` }],
  // With an invalid access token the password is required, as without one.
  401: [],
  403: { json: { password: "altceva" } },
  422: { json: {} },
  429: (context) => exceedLimit(context, { json: { password: "altceva" } }),
  503: { app: "busy" },
});

export const ACCOUNTS: Calls = {
  [`POST ${VERIFY}`]: createConfirmation(VERIFY),
  [`DELETE ${VERIFY}`]: {
    request: async (context) => ({ path: await createLinkPath(context, VERIFY) }),
    200: {},
    400: { path: `${VERIFY}?token=unknown` },
    409: async (context) => {
      const userId = context.rows.superadmin.user.id;
      await db.update(users).set({ emailVerifiedTs: null }).where(eq(users.id, userId));
      return { path: await createLinkPath(context, VERIFY, { userId }) };
    },
  },
  [`POST ${CHANGE_EMAIL}`]: {
    ...createConfirmation(CHANGE_EMAIL),
    409: async (context) => ({
      path: await createLinkPath(context, CHANGE_EMAIL, { newAddress: context.rows.learner.user.email }),
    }),
  },
  [`DELETE ${CHANGE_EMAIL}`]: {
    request: async (context) => ({ path: await createLinkPath(context, CHANGE_EMAIL) }),
    200: {},
    400: { path: `${CHANGE_EMAIL}?token=unknown` },
  },
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
