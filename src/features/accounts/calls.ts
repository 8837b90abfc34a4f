import * as z from "zod";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { newPasswordSchema, signUpSchema, teacherInformationSchema } from "@/shared/schemas/accounts";
import { specialUserSchema } from "@/shared/schemas/special-user";
import { accessSchema, credentialsSchema, logoutSchema, signedUpSchema } from "@/shared/schemas/wire-session";
import { contentOf, ownUserSchema } from "@/shared/schemas/wire-user";

/** How the calls of this room read in the OpenAPI document. What a schema knows of time and names, it knows at run time. */
const anyTime = { now: 0, siteName: "", email: "" };
const said = (words: string) => contentOf(z.literal(words));
const appCheck = z.string().optional();
const appCheckField = { [APP_CHECK_FIELD]: appCheck };
const teacher = { teacher_information: teacherInformationSchema.optional() };

export const WORDS = {
  loggedOut: "Logged out",
  authenticated: "Is authenticated",
  linkSent: "If this address has an account, a link is on its way",
  passwordSet: "Password changed",
} as const;

const ACCESS = {
  about: "An access token for `Authorization: Bearer`",
  schema: accessSchema,
};

export const CALLS = {
  token: {
    tag: "sessions",
    summary: "Sign in",
    about:
      "Opens a session and sets its refresh cookie. A first-party form, no OAuth grant; every reason to refuse is one and the same answer.",
    anybody: true,
    parameters: [
      {
        name: "remember_me",
        in: "query",
        about: "`true` or `1` keeps the session beyond the browser's end, 30 days as shipped.",
        schema: z.string().optional(),
      },
    ],
    body: { schema: credentialsSchema, type: "application/x-www-form-urlencoded" },
    answers: { 200: ACCESS },
    problems: ["unauthenticated", "forbidden", "unsupported", "invalid", "too_many", "unavailable"],
  },
  refresh: {
    tag: "sessions",
    summary: "Get a fresh access token",
    about:
      "Exchanges the refresh cookie for the next one. Of requests at the same moment one gets the new cookie, and the others an access token alone. A refusal clears the cookie.",
    auth: ["cookie"],
    answers: { 200: ACCESS },
    problems: ["unauthenticated", "forbidden"],
  },
  logout: {
    tag: "sessions",
    summary: "Sign out",
    about: "Ends the session of the cookie and that of the access token, given in the body or the header.",
    auth: ["cookie", "bearer"],
    anybody: true,
    body: { schema: logoutSchema, required: false },
    answers: { 200: { about: "The session has ended", schema: said(WORDS.loggedOut) } },
    problems: ["malformed", "unauthenticated", "forbidden", "unsupported"],
  },
  isAuthenticated: {
    tag: "sessions",
    summary: "Whether the access token counts",
    auth: ["bearer"],
    answers: { 200: { about: "It does", schema: said(WORDS.authenticated) } },
    problems: ["unauthenticated"],
  },
  signUp: {
    tag: "accounts",
    summary: "Create an account",
    about:
      "The answer is the same for an address that has an account; its mailbox hears of it. Signs nobody in.",
    anybody: true,
    body: { schema: signUpSchema(anyTime).safeExtend({ ...teacher, ...appCheckField }) },
    answers: { 201: { about: "What was said", schema: contentOf(signedUpSchema) } },
    problems: ["malformed", "forbidden", "conflict", "unsupported", "invalid", "too_many", "unavailable"],
    idempotent: true,
  },
  createSpecialUser: {
    tag: "accounts",
    summary: "Create an account for somebody else",
    about:
      "For admins; another admin only by one with `can_create_admin`. The new user gets a link to choose a password.",
    auth: ["bearer"],
    body: { schema: specialUserSchema(anyTime).safeExtend(teacher) },
    answers: { 201: { about: "The new account", schema: contentOf(ownUserSchema) } },
    problems: ["malformed", "unauthenticated", "forbidden", "conflict", "unsupported", "invalid"],
    idempotent: true,
  },
  forgotPassword: {
    tag: "accounts",
    summary: "Ask for a link to a new password",
    about: "The answer is the same whether the address has an account or not. Three mails an hour.",
    anybody: true,
    parameters: [
      { name: "user", in: "path", about: "The e-mail address." },
      { name: APP_CHECK_FIELD, in: "query", about: "The app check's token.", schema: appCheck },
      {
        name: APP_CHECK_FIELD,
        in: "header",
        about: "The same, for callers that prefer it.",
        schema: appCheck,
      },
    ],
    answers: { 200: { about: "Asked", schema: said(WORDS.linkSent) } },
    problems: ["forbidden", "too_many"],
  },
  resetPassword: {
    tag: "accounts",
    summary: "Set a new password by a mailed token",
    about: "Ends all sessions of the account. A password that is refused leaves the token as it was.",
    anybody: true,
    parameters: [{ name: "token", in: "query", about: "Works once.", schema: z.string() }],
    body: { schema: newPasswordSchema(anyTime) },
    answers: { 200: { about: "Set", schema: said(WORDS.passwordSet) } },
    problems: ["malformed", "unsupported", "invalid", "unavailable"],
  },
} as const;
