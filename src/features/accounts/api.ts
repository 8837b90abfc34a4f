import { type Context, Hono } from "hono";
import * as z from "zod/mini";
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
import { declareCall } from "@/http/declare-call";
import { findMediaType, readForm } from "@/http/requests";
import { problem } from "@/http/responses";
import { getDevice } from "@/http/user-agent";
import { parseBearerToken } from "@/http/visitor";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { SIGN_UP_ROLES } from "@/shared/codes";
import { getOrThrow, Refused } from "@/shared/errors";
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
  otp: z.optional(z.string()),
});

/** The optional body of POST /auth/users/logout: the token whose session ends. */
const logoutSchema = z.object({
  access_token: z.optional(z.string()),
  token_type: z.optional(z.literal("bearer")),
});

/** The optional body of a link's confirmation. */
const accountProofSchema = z.object({ password: z.optional(z.string()) });

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Stand in for the runtime values of schemas; the shape does not depend on them. */
const PLACEHOLDERS = { now: 0, siteName: "", email: "" };
const toContentSchema = <T extends string>(text: T) => contentSchema(z.literal(text));
const appCheck = z.optional(z.string());
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

/** The calls of sign-in and sign-up. */
export const accountsApi = new Hono<AppEnv>();

declareCall(accountsApi, {
  method: "POST",
  path: paths.authToken(),
  tag: "sessions",
  summary: "Sign in",
  description:
    "Creates a session and sets its refresh cookie. This is a first-party form, not an OAuth grant. Unknown addresses, wrong passwords and accounts disabled by an admin return the same error.",
  access: "public",
  options: { sameOriginOnly: true },
  rawQuery: {
    remember_me: z
      .optional(z.string())
      .check(
        z.describe("`true` or `1` keeps the session after the browser is closed, for 30 days by default."),
      ),
  },
  // RFC 6749, 4.3.2 defines only this content type.
  rawBody: credentialsSchema,
  fields: {
    otp: "Code of the authenticator app, or a recovery code; only for accounts with two-step sign-in",
  },
  bodyType: FORM_TYPE,
  responses: {
    200: {
      description: "An access token for `Authorization: Bearer`.",
      schema: accessSchema,
      headers: ["Set-Cookie"],
    },
    401: {
      description:
        "The email address or the password is incorrect, or the account is disabled (`wrong_credentials`); or the password is correct and the account has two-step sign-in, but `otp` is missing (`otp_required`) or wrong or used (`invalid_otp`); or the password is correct and the owner has closed the account (`account_closed`, with `reactivation_url`).",
      schema: signInProblemSchema,
      type: "application/problem+json",
    },
  },
  problems: ["invalid", "too_many", "unavailable"],
  async handler({ c, ctx }) {
    if (findMediaType(c) !== FORM_TYPE) throw new Refused({ code: "unsupported" });
    const form = await readForm(c);
    const missing = ["username", "password"].filter((name) => form.text(name) === "");
    if (missing.length > 0) {
      throw new Refused({ code: "invalid", fields: missing.map((field) => ({ field, code: "required" })) });
    }
    const remember = /^(1|true|on)$/i.test(c.req.query("remember_me") ?? "");
    const device = findOrCreateDevice(c);
    const value = getOrThrow(
      await signIn(ctx, {
        email: form.text("username"),
        password: form.text("password"),
        otp: form.text("otp"),
        remember,
        device: { ...getDevice(c), key: device.key },
        shortlist: getGuestShortlist(c),
      }),
    );
    if (value.kind === "closed") return closedAnswer(c, value.reactivationToken);
    if (value.kind === "codeRequired") throw new Refused({ code: "unauthenticated", reason: "otp_required" });
    // End the previous session of this browser.
    await signOut(ctx, { cookies: getRefreshCookies(c) });
    setSignInCookie(c, value.refreshToken, value.cookieSeconds);
    setDeviceCookie(c, device);
    endGuestShortlist(c, value.shortlistLeftOut);
    return toAccessJson(value);
  },
});

declareCall(accountsApi, {
  method: "POST",
  path: paths.authRefresh(),
  tag: "sessions",
  summary: "Refresh the access token",
  description:
    "Exchanges the refresh cookie for a new one. Of concurrent requests, one gets the new cookie and the others only an access token. An error clears the cookie.",
  access: "cookie",
  headers: {
    "Idempotency-Key": z
      .optional(z.string())
      .check(
        z.describe(
          "A unique key of your choice. Repeat the call with it if the response was lost, to get the same cookie.",
        ),
      ),
  },
  responses: { 200: { description: "An access token for `Authorization: Bearer`.", schema: accessSchema } },
  // A body is not required, but a submitted one is validated.
  problems: ["too_large", "unsupported"],
  async handler({ c, ctx }) {
    const result = await refreshAccess(ctx, getRefreshCookies(c), c.req.header("idempotency-key"));
    if (!result.ok) deleteRefusedCookie(c);
    const access = getOrThrow(result);
    // A request that lost the race keeps the cookie from the winner's response.
    if (access.next) rotateRefreshCookie(c, access.next.refreshToken, access.next.cookieSeconds);
    return toAccessJson(access);
  },
});

declareCall(accountsApi, {
  method: "POST",
  path: paths.authLogout(),
  tag: "sessions",
  summary: "Sign out",
  description: "Ends the sessions of the cookie and of the access token in the body or header.",
  access: "cookie",
  credentials: ["cookie", "bearer"],
  rawBody: logoutSchema,
  optionalBody: true,
  responses: { 200: { description: "The session has ended.", schema: toContentSchema(MESSAGES.loggedOut) } },
  async handler({ c, ctx, rawBody: { access_token: token } }) {
    const accessToken = typeof token === "string" ? token : parseBearerToken(c.req.header("authorization"));
    const result = await signOut(ctx, { cookies: getRefreshCookies(c), accessToken });
    if (hasRefreshCookie(c)) deleteRefreshCookies(c);
    getOrThrow(result);
    return { content: MESSAGES.loggedOut };
  },
});

declareCall(accountsApi, {
  method: "GET",
  path: paths.authIsAuthenticated(),
  tag: "sessions",
  summary: "Check the access token",
  access: "user",
  responses: {
    200: { description: "The access token is valid.", schema: toContentSchema(MESSAGES.authenticated) },
  },
  handler: () => ({ content: MESSAGES.authenticated }),
});

declareCall(accountsApi, {
  method: "POST",
  path: paths.authSignUp(),
  tag: "accounts",
  summary: "Create an account",
  description:
    "The response is the same if the email address already has an account, whose owner is then notified by email. Does not sign in. The mailed link confirms the email address in the browser that signed up; elsewhere it also takes the password.",
  fields: { password: "New password: any characters; the most common passwords are refused" },
  access: "public",
  idempotent: true,
  rawBody: z.safeExtend(signUpSchema(PLACEHOLDERS), { ...teacher, [APP_CHECK_FIELD]: appCheck }),
  responses: {
    201: {
      description: "The submitted data without an ID, which is returned after the first sign-in.",
      schema: contentSchema(signedUpSchema),
    },
    403: "The app check failed.",
  },
  problems: ["too_many", "unavailable"],
  async handler({ ctx, rawBody }) {
    const { email, role, firstName, lastName } = getOrThrow(await signUp(ctx, rawBody));
    return { content: { email, role, first_name: firstName, last_name: lastName } };
  },
});

declareCall(accountsApi, {
  method: "POST",
  path: paths.authCreateSpecialUser(),
  tag: "accounts",
  summary: "Create an account for another user",
  description:
    "For admins. Only an admin with `can_create_admin` can create another admin. The new user receives a link to choose a password.",
  access: "admin",
  idempotent: true,
  rawBody: z.safeExtend(specialUserSchema(PLACEHOLDERS), teacher),
  responses: {
    201: { description: "The new account.", schema: contentSchema(ownUserJsonSchema) },
    409: "The email address already has an account (`email_taken`), or the same call is in progress.",
  },
  handler: async ({ ctx, rawBody }) => ({ content: getOrThrow(await createSpecialUser(ctx, rawBody)) }),
});

declareCall(accountsApi, {
  method: "GET",
  path: paths.authForgotPassword(":user"),
  tag: "accounts",
  summary: "Request a link to reset the password",
  description:
    "The response is the same whether or not the email address has an account. At most three emails per hour.",
  access: "public",
  params: { user: "Email address." },
  rawQuery: { [APP_CHECK_FIELD]: appCheck },
  headers: { [APP_CHECK_FIELD]: appCheck },
  responses: {
    200: { description: "The request was accepted.", schema: toContentSchema(MESSAGES.linkSent) },
    403: "The app check failed.",
  },
  problems: ["too_many"],
  async handler({ c, ctx }) {
    // Programs that preview or check links send HEAD, so it must not send mail (RFC 9110, 9.2.1).
    if (c.req.method !== "HEAD") {
      const email = c.req.param("user") ?? "";
      const token = c.req.query(APP_CHECK_FIELD) ?? c.req.header(APP_CHECK_FIELD) ?? "";
      getOrThrow(await forgotPassword(ctx, { email, appCheck: token }));
    }
    return { content: MESSAGES.linkSent };
  },
});

declareCall(accountsApi, {
  method: "PUT",
  path: paths.authResetPassword(),
  tag: "accounts",
  summary: "Reset the password",
  description:
    "Confirms the email address, because the link was mailed to it, and ends all sessions of the account. If the password is refused, the token remains valid.",
  fields: { password: "New password: any characters; the most common passwords are refused" },
  access: "public",
  rawQuery: { token: "Token of the emailed link, valid once and for one hour." },
  rawBody: newPasswordSchema(PLACEHOLDERS),
  responses: {
    200: { description: "The password was changed.", schema: toContentSchema(MESSAGES.passwordSet) },
    400: "The token is unknown, used or expired (`invalid_token`), or the body could not be parsed.",
  },
  problems: ["unavailable"],
  async handler({ c, ctx, rawBody: { password } }) {
    getOrThrow(await resetPassword(ctx, { token: c.req.query("token") ?? "", password }));
    return { content: MESSAGES.passwordSet };
  },
});

/** What the calls of a link that confirms an address have in common. */
const CONFIRMATION_CALL = {
  method: "POST",
  tag: "accounts",
  access: "optional",
  rawBody: accountProofSchema,
  optionalBody: true,
  problems: ["invalid", "too_many", "unavailable"],
} as const;

declareCall(accountsApi, {
  ...CONFIRMATION_CALL,
  path: paths.authVerifyEmail(),
  summary: "Confirm the email address",
  description:
    "The emailed token proves access to the mailbox. The account is proven by its access token, or by its password. Guest messages and alerts of the address move into the account. Does not sign in.",
  fields: { password: "Password of the account; required without its access token" },
  rawQuery: { token: "Token of the emailed link, valid once and for three days." },
  responses: {
    200: { description: "The address is confirmed.", schema: toContentSchema(MESSAGES.emailVerified) },
    400: "The token is unknown, used or expired (`invalid_token`), or the body could not be parsed.",
    403: "The password is incorrect (`invalid_password`).",
  },
  async handler({ c, ctx, rawBody }) {
    getOrThrow(await verifyEmail(ctx, c.req.query("token") ?? "", toProof(rawBody), null));
    return { content: MESSAGES.emailVerified };
  },
});

declareCall(accountsApi, {
  ...CONFIRMATION_CALL,
  path: paths.authChangeEmail(),
  summary: "Confirm a new email address",
  description:
    "The emailed token proves access to the new mailbox. The account is proven by its access token, or by its password. Other sessions end. Guest messages and alerts of the address move into the account.",
  fields: { password: "Password of the account; required without its access token" },
  rawQuery: { token: "Token of the emailed link, valid once and for a day." },
  responses: {
    200: { description: "The address was changed.", schema: toContentSchema(MESSAGES.emailChanged) },
    400: "The token is unknown, used or expired (`invalid_token`), or the body could not be parsed.",
    403: "The password is incorrect (`invalid_password`).",
    409: "The address belongs to another account now (`email_taken`).",
  },
  async handler({ c, ctx, rawBody }) {
    getOrThrow(await changeEmail(ctx, c.req.query("token") ?? "", toProof(rawBody)));
    return { content: MESSAGES.emailChanged };
  },
});

declareCall(accountsApi, {
  method: "DELETE",
  path: paths.authChangeEmail(),
  tag: "accounts",
  summary: "Refuse a new email address",
  description:
    "For the owner of the mailbox, if another person entered the address. The token becomes invalid; the account keeps its address.",
  access: "public",
  rawQuery: { token: "Token of the emailed link." },
  responses: {
    200: { description: "The change was dropped.", schema: toContentSchema(MESSAGES.emailChangeDropped) },
    400: "The token is unknown, used or expired (`invalid_token`).",
  },
  async handler({ c, ctx }) {
    getOrThrow(await refuseEmailChange(ctx, c.req.query("token") ?? ""));
    return { content: MESSAGES.emailChangeDropped };
  },
});

/** Calls prove the account by their access token or the password, not by cookies. */
const toProof = ({ password }: Record<string, unknown>): AccountProof => ({
  signUpCookie: "",
  password: typeof password === "string" ? password : "",
});

/** The refusal after the correct password of an account that its owner closed. */
function closedAnswer(c: Context<AppEnv>, token: string) {
  const { config, locale } = c.var.ctx;
  const reactivationUrl = config.SITE_URL + localizePath(locale, paths.reactivate({ token }));
  const refusal = { code: "unauthenticated", reason: "account_closed" } as const;
  return problem(c, refusal, { reactivation_url: reactivationUrl });
}

const toAccessJson = (access: { accessToken: string; expiresIn: number }) => ({
  access_token: access.accessToken,
  token_type: "bearer" as const,
  expires_in: access.expiresIn,
});
