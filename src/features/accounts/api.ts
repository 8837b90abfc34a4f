import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import {
  deleteRefreshCookies,
  deleteRefusedCookie,
  endGuestShortlist,
  findOrCreateDevice,
  getGuestShortlist,
  getRefreshCookies,
  hasRefreshCookie,
  rotateRefreshCookie,
  setDeviceCookie,
  setSignInCookie,
} from "@/http/cookies";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { findMediaType, readForm, readJson, readOptionalJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getDevice } from "@/http/user-agent";
import { parseBearerToken } from "@/http/visitor";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { SIGN_UP_ROLES } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import {
  newPasswordSchema,
  signInProblemSchema,
  signUpSchema,
  teacherInformationSchema,
} from "@/shared/schemas/accounts";
import { contentSchema } from "@/shared/schemas/json";
import { ownUserJsonSchema } from "@/shared/schemas/user-json";
import { specialUserSchema } from "@/shared/schemas/users";
import { changeEmail, refuseEmailChange } from "./links/change-email";
import type { AccountProof } from "./links/prove-account";
import { verifyEmail } from "./links/verify-email";
import { forgotPassword } from "./password/forgot-password";
import { resetPassword } from "./password/reset-password";
import { refreshAccess } from "./sign-in/refresh-access";
import { signIn } from "./sign-in/sign-in";
import { signOut } from "./sign-in/sign-out";
import { createSpecialUser } from "./sign-up/create-special-user";
import { signUp } from "./sign-up/sign-up";

/** The answer to signing in and refreshing. */
const accessSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal("bearer"),
    /** Seconds. */
    expires_in: z.int(),
  })
  .register(z.globalRegistry, { id: "AccessToken" });

/** The sender's own data after a sign-up; the id comes with the first sign-in. */
const signedUpSchema = z.object({
  email: z.string(),
  role: z.enum(SIGN_UP_ROLES),
  first_name: z.string(),
  last_name: z.string(),
});

/** The form of POST /auth/users/token. */
const credentialsSchema = z.object({
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
});

/** The optional body of POST /auth/users/logout: the token whose session ends. */
const logoutSchema = z.object({
  access_token: z.optional(z.string()),
  token_type: z.optional(z.literal("bearer")),
});

/** The optional body of a link's confirmation. */
const accountProofSchema = z.object({ password: z.optional(z.string()) });

/** Stand in for the runtime values of schemas; the shape does not depend on them. */
const PLACEHOLDERS = { now: 0, siteName: "", email: "" };
const toContentSchema = (text: string) => contentSchema(z.literal(text));
const appCheck = z.optional(z.string());
const appCheckField = { [APP_CHECK_FIELD]: appCheck };
const teacher = { teacher_information: z.optional(teacherInformationSchema) };

const MESSAGES = {
  loggedOut: "Logged out",
  authenticated: "Is authenticated",
  linkSent: "If this address has an account, a link is on its way",
  passwordSet: "Password changed",
  emailVerified: "Email address confirmed",
  emailChanged: "Email address changed",
  emailChangeDropped: "Email address change dropped",
} as const;

const linkToken = { name: "token", in: "query", schema: z.string() } as const;
/** What the calls of a link that confirms an address have in common. */
const CONFIRMATION_CALL = {
  tag: "accounts",
  anonymous: true,
  auth: ["bearer"],
  parameters: [linkToken],
  body: { schema: accountProofSchema, required: false },
} as const;

const TOKEN_ANSWER = { schema: accessSchema };

/** The API descriptions of the calls. */
const CALLS = {
  token: {
    tag: "sessions",
    anonymous: true,
    parameters: [{ name: "remember_me", in: "query", schema: z.optional(z.string()) }],
    body: { schema: credentialsSchema, type: "application/x-www-form-urlencoded" },
    responses: {
      200: { ...TOKEN_ANSWER, headers: ["Set-Cookie"] },
      401: { schema: signInProblemSchema, type: "application/problem+json" },
    },
    problems: ["forbidden", "unsupported", "invalid", "too_many", "unavailable"],
  },
  refresh: {
    tag: "sessions",
    auth: ["cookie"],
    parameters: [{ name: "Idempotency-Key", in: "header", schema: z.optional(z.string()) }],
    responses: { 200: TOKEN_ANSWER },
    // A body is not required, but a submitted one is validated.
    problems: ["unauthenticated", "forbidden", "too_large", "unsupported"],
  },
  logout: {
    tag: "sessions",
    auth: ["cookie", "bearer"],
    body: { schema: logoutSchema, required: false },
    responses: { 200: { schema: toContentSchema(MESSAGES.loggedOut) } },
    problems: ["malformed", "unauthenticated", "forbidden", "unsupported"],
  },
  isAuthenticated: {
    tag: "sessions",
    auth: ["bearer"],
    responses: { 200: { schema: toContentSchema(MESSAGES.authenticated) } },
    problems: ["unauthenticated"],
  },
  signUp: {
    tag: "accounts",
    anonymous: true,
    body: { schema: z.safeExtend(signUpSchema(PLACEHOLDERS), { ...teacher, ...appCheckField }) },
    responses: { 201: { schema: contentSchema(signedUpSchema) } },
    problems: ["malformed", "forbidden", "conflict", "unsupported", "invalid", "too_many", "unavailable"],
    idempotent: true,
  },
  createSpecialUser: {
    tag: "accounts",
    auth: ["bearer"],
    body: { schema: z.safeExtend(specialUserSchema(PLACEHOLDERS), teacher) },
    responses: { 201: { schema: contentSchema(ownUserJsonSchema) } },
    problems: ["malformed", "unauthenticated", "forbidden", "conflict", "unsupported", "invalid"],
    idempotent: true,
  },
  forgotPassword: {
    tag: "accounts",
    anonymous: true,
    parameters: [
      { name: "user", in: "path" },
      { name: APP_CHECK_FIELD, in: "query", schema: appCheck },
      { name: APP_CHECK_FIELD, in: "header", schema: appCheck },
    ],
    responses: { 200: { schema: toContentSchema(MESSAGES.linkSent) } },
    problems: ["forbidden", "too_many"],
  },
  resetPassword: {
    tag: "accounts",
    anonymous: true,
    parameters: [linkToken],
    body: { schema: newPasswordSchema(PLACEHOLDERS) },
    responses: { 200: { schema: toContentSchema(MESSAGES.passwordSet) } },
    problems: ["malformed", "unsupported", "invalid", "unavailable"],
  },
  verifyEmail: {
    ...CONFIRMATION_CALL,
    responses: { 200: { schema: toContentSchema(MESSAGES.emailVerified) } },
    problems: ["malformed", "forbidden", "unsupported", "invalid", "too_many", "unavailable"],
  },
  changeEmail: {
    ...CONFIRMATION_CALL,
    responses: { 200: { schema: toContentSchema(MESSAGES.emailChanged) } },
    problems: ["malformed", "forbidden", "conflict", "unsupported", "invalid", "too_many", "unavailable"],
  },
  refuseEmailChange: {
    tag: "accounts",
    anonymous: true,
    parameters: [linkToken],
    responses: { 200: { schema: toContentSchema(MESSAGES.emailChangeDropped) } },
    problems: ["malformed"],
  },
} as const;

/** The calls of sign-in and sign-up. Their answers hold tokens or personal data, so they must not be cached. */
export const accountsApi = new Hono<AppEnv>();

accountsApi.post(
  paths.authToken(),
  routeOptions({ sameOriginOnly: true }),
  describeRoute(CALLS.token),
  async (c) => {
    // RFC 6749, 4.3.2 defines only this content type.
    if (findMediaType(c) !== "application/x-www-form-urlencoded") throw new Refused({ code: "unsupported" });
    const form = await readForm(c);
    const missing = ["username", "password"].filter((name) => form.text(name) === "");
    if (missing.length > 0) {
      return problem(c, { code: "invalid", fields: missing.map((field) => ({ field, code: "required" })) });
    }
    const remember = /^(1|true|on)$/i.test(c.req.query("remember_me") ?? "");
    const device = findOrCreateDevice(c);
    const result = await signIn(c.var.ctx, {
      email: form.text("username"),
      password: form.text("password"),
      remember,
      device: { ...getDevice(c), key: device.key },
      shortlist: getGuestShortlist(c),
    });
    if (!result.ok) return problem(c, result.refusal);
    const { value } = result;
    if (value.kind === "closed") return closedAnswer(c, value.reactivationToken);
    // End the previous session of this browser.
    await signOut(c.var.ctx, { cookies: getRefreshCookies(c) });
    setSignInCookie(c, value.refreshToken, value.cookieSeconds);
    setDeviceCookie(c, device);
    endGuestShortlist(c, value.shortlistLeftOut);
    return tokenAnswer(c, value);
  },
);

accountsApi.post(
  paths.authRefresh(),
  routeOptions({ cookieAuth: true }),
  describeRoute(CALLS.refresh),
  async (c) => {
    const result = await refreshAccess(c.var.ctx, getRefreshCookies(c), c.req.header("idempotency-key"));
    if (!result.ok) {
      deleteRefusedCookie(c);
      return problem(c, result.refusal);
    }
    // A request that lost the race keeps the cookie from the winner's response.
    if (result.value.next)
      rotateRefreshCookie(c, result.value.next.refreshToken, result.value.next.cookieSeconds);
    return tokenAnswer(c, result.value);
  },
);

accountsApi.post(
  paths.authLogout(),
  routeOptions({ cookieAuth: true }),
  describeRoute(CALLS.logout),
  async (c) => {
    const body = await readOptionalJson(c);
    const tokenInBody = typeof body.access_token === "string" ? body.access_token : null;
    const accessToken = tokenInBody ?? parseBearerToken(c.req.header("authorization"));
    const result = await signOut(c.var.ctx, { cookies: getRefreshCookies(c), accessToken });
    if (hasRefreshCookie(c)) deleteRefreshCookies(c);
    if (!result.ok) return problem(c, result.refusal);
    return noStore(c).json({ content: MESSAGES.loggedOut });
  },
);

accountsApi.get(paths.authIsAuthenticated(), describeRoute(CALLS.isAuthenticated), (c) => {
  requireUser(c.var.ctx);
  return noStore(c).json({ content: MESSAGES.authenticated });
});

accountsApi.post(paths.authSignUp(), describeRoute(CALLS.signUp), idempotent, async (c) => {
  const result = await signUp(c.var.ctx, await readJson(c));
  if (!result.ok) return problem(c, result.refusal);
  const { email, role, firstName, lastName } = result.value;
  return noStore(c).json({ content: { email, role, first_name: firstName, last_name: lastName } }, 201);
});

accountsApi.post(
  paths.authCreateSpecialUser(),
  describeRoute(CALLS.createSpecialUser),
  idempotent,
  async (c) => {
    requireAdmin(c.var.ctx);
    const result = await createSpecialUser(c.var.ctx, await readJson(c));
    if (!result.ok) return problem(c, result.refusal);
    return noStore(c).json({ content: result.value }, 201);
  },
);

accountsApi.get(paths.authForgotPassword(":user"), describeRoute(CALLS.forgotPassword), async (c) => {
  // Programs that preview or check links send HEAD, so it must not send mail (RFC 9110, 9.2.1).
  if (c.req.method === "HEAD") return noStore(c).json({ content: MESSAGES.linkSent });
  const result = await forgotPassword(c.var.ctx, {
    email: c.req.param("user") ?? "",
    appCheck: c.req.query(APP_CHECK_FIELD) ?? c.req.header(APP_CHECK_FIELD) ?? "",
  });
  if (!result.ok) return problem(c, result.refusal);
  return noStore(c).json({ content: MESSAGES.linkSent });
});

accountsApi.put(paths.authResetPassword(), describeRoute(CALLS.resetPassword), async (c) => {
  const { password } = await readJson(c);
  const result = await resetPassword(c.var.ctx, { token: c.req.query("token") ?? "", password });
  if (!result.ok) return problem(c, result.refusal);
  return noStore(c).json({ content: MESSAGES.passwordSet });
});

accountsApi.post(paths.authVerifyEmail(), describeRoute(CALLS.verifyEmail), async (c) => {
  const result = await verifyEmail(c.var.ctx, c.req.query("token") ?? "", await readProof(c), null);
  if (!result.ok) return problem(c, result.refusal);
  return noStore(c).json({ content: MESSAGES.emailVerified });
});

accountsApi.post(paths.authChangeEmail(), describeRoute(CALLS.changeEmail), async (c) => {
  const result = await changeEmail(c.var.ctx, c.req.query("token") ?? "", await readProof(c));
  if (!result.ok) return problem(c, result.refusal);
  return noStore(c).json({ content: MESSAGES.emailChanged });
});

accountsApi.delete(paths.authChangeEmail(), describeRoute(CALLS.refuseEmailChange), async (c) => {
  const result = await refuseEmailChange(c.var.ctx, c.req.query("token") ?? "");
  if (!result.ok) return problem(c, result.refusal);
  return noStore(c).json({ content: MESSAGES.emailChangeDropped });
});

/** Calls prove the account by their access token or the password, not by cookies. */
async function readProof(c: Context<AppEnv>): Promise<AccountProof> {
  const { password } = await readOptionalJson(c);
  return { signUpCookie: "", password: typeof password === "string" ? password : "" };
}

function noStore(c: Context<AppEnv>): Context<AppEnv> {
  c.header("cache-control", "no-store");
  return c;
}

/** The refusal after the correct password of an account that its owner closed. */
function closedAnswer(c: Context<AppEnv>, token: string) {
  const { config, locale } = c.var.ctx;
  const reactivationUrl = config.SITE_URL + localizePath(locale, paths.reactivate({ token }));
  const refusal = { code: "unauthenticated", reason: "account_closed" } as const;
  return problem(c, refusal, { reactivation_url: reactivationUrl });
}

const tokenAnswer = (c: Context<AppEnv>, access: { accessToken: string; expiresIn: number }) =>
  noStore(c).json({ access_token: access.accessToken, token_type: "bearer", expires_in: access.expiresIn });
