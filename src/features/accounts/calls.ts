import * as z from "zod";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import {
  confirmingSchema,
  newPasswordSchema,
  signUpSchema,
  teacherInformationSchema,
} from "@/shared/schemas/accounts";
import { accessSchema, credentialsSchema, logoutSchema, signedUpSchema } from "@/shared/schemas/session-json";
import { specialUserSchema } from "@/shared/schemas/special-user";
import { contentSchema, ownUserJsonSchema } from "@/shared/schemas/user-json";

/** Placeholders for schemas that need runtime values; the shape is the same. */
const anyTime = { now: 0, siteName: "", email: "" };
const said = (words: string) => contentSchema(z.literal(words));
const appCheck = z.string().optional();
const appCheckField = { [APP_CHECK_FIELD]: appCheck };
const teacher = { teacher_information: teacherInformationSchema.optional() };

export const WORDS = {
  loggedOut: "Logged out",
  authenticated: "Is authenticated",
  linkSent: "If this address has an account, a link is on its way",
  passwordSet: "Password changed",
} as const;

const ACCESS = { schema: accessSchema };

/** Describes a call that requires the user's password; its body is `confirmingSchema`. */
export const CONFIRMING = {
  auth: ["bearer"],
  body: { schema: confirmingSchema },
  problems: [
    "malformed",
    "unauthenticated",
    "forbidden",
    "conflict",
    "unsupported",
    "invalid",
    "too_many",
    "unavailable",
  ],
} as const;

/** The API descriptions of the calls. */
export const CALLS = {
  token: {
    tag: "sessions",
    anonymous: true,
    parameters: [{ name: "remember_me", in: "query", schema: z.string().optional() }],
    body: { schema: credentialsSchema, type: "application/x-www-form-urlencoded" },
    answers: { 200: { ...ACCESS, headers: ["Set-Cookie"] } },
    problems: ["unauthenticated", "forbidden", "unsupported", "invalid", "too_many", "unavailable"],
  },
  refresh: {
    tag: "sessions",
    auth: ["cookie"],
    parameters: [{ name: "Idempotency-Key", in: "header", schema: z.string().optional() }],
    answers: { 200: ACCESS },
    // It takes no body, but checks one that is sent.
    problems: ["unauthenticated", "forbidden", "too_large", "unsupported"],
  },
  logout: {
    tag: "sessions",
    auth: ["cookie", "bearer"],
    body: { schema: logoutSchema, required: false },
    answers: { 200: { schema: said(WORDS.loggedOut) } },
    problems: ["malformed", "unauthenticated", "forbidden", "unsupported"],
  },
  isAuthenticated: {
    tag: "sessions",
    auth: ["bearer"],
    answers: { 200: { schema: said(WORDS.authenticated) } },
    problems: ["unauthenticated"],
  },
  signUp: {
    tag: "accounts",
    anonymous: true,
    body: { schema: signUpSchema(anyTime).safeExtend({ ...teacher, ...appCheckField }) },
    answers: { 201: { schema: contentSchema(signedUpSchema) } },
    problems: ["malformed", "forbidden", "conflict", "unsupported", "invalid", "too_many", "unavailable"],
    idempotent: true,
  },
  createSpecialUser: {
    tag: "accounts",
    auth: ["bearer"],
    body: { schema: specialUserSchema(anyTime).safeExtend(teacher) },
    answers: { 201: { schema: contentSchema(ownUserJsonSchema) } },
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
    answers: { 200: { schema: said(WORDS.linkSent) } },
    problems: ["forbidden", "too_many"],
  },
  resetPassword: {
    tag: "accounts",
    anonymous: true,
    parameters: [{ name: "token", in: "query", schema: z.string() }],
    body: { schema: newPasswordSchema(anyTime) },
    answers: { 200: { schema: said(WORDS.passwordSet) } },
    problems: ["malformed", "unsupported", "invalid", "unavailable"],
  },
} as const;
