import type { SQL } from "drizzle-orm";
import { isCommonPassword } from "@/auth/common-passwords";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql, hitLimit, type LimitKey } from "@/db/rate-limits";
import { queueMailStatement } from "@/features/mail";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import type { SignUpRole } from "@/shared/codes";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { signUpSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { issueToken } from "../one-time-token";
import { findAccountByEmail } from "../queries";
import { hashingBusy } from "../sign-in/attempt-password";
import { insertAccountStatements, type NewAccount, parseTeacherInformation } from "./new-account";
import { createSignUpCookie } from "./sign-up-browser";

export const SIGN_UPS = defineLimit("sign_up");
/** Sign-up mails that a visitor can cause by typing another person's address. */
const SIGN_UP_MAILS = defineLimit("sign_up_mail");

/**
 * The caller's own input, and the value of the cookie by which the confirmation recognizes this browser. Neither reveals
 * whether the address had an account: then the cookie is that of an account which was not created.
 */
export type SignUpResult = {
  email: string;
  role: SignUpRole;
  firstName: string;
  lastName: string;
  cookie: string;
};

/**
 * Creates an account and mails the link that verifies its address, in one batch. For an address with an account the
 * work and the response are the same; the mail differs. `input` has the fields of `signUpSchema`, for teachers
 * `teacher_information`, and the app check's token. `next` is the path to continue at after the
 * confirmation; `hasConsent` says whether a form has the consent to the terms. The browser keeps its shortlist until
 * the sign-in, which adds it to the account.
 */
export async function signUp(
  ctx: Ctx,
  input: Record<string, unknown>,
  { next = "", hasConsent = true } = {},
): Promise<Result<SignUpResult>> {
  const parsed = await validateSignUp(ctx, input, hasConsent);
  if (!parsed.ok) return parsed;
  const account = parsed.value;
  const teacher = parseTeacherInformation(account.role, input.teacher_information);
  if (!teacher.ok) return teacher;

  if (ctx.hashLimiter.isFull(ctx.network)) return hashingBusy();
  const appCheckToken = input[APP_CHECK_FIELD];
  if (
    !(await ctx.appCheck.verify(typeof appCheckToken === "string" ? appCheckToken : "", ctx.address, ctx.log))
  ) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const hashed = await hashSignUpPassword(ctx, account.password);
  if (!hashed.ok) return hashed;

  const newAccount = { ...account, id: ctx.newId(), passwordHash: hashed.value, teacher: teacher.value };
  const existing = await findAccountByEmail(ctx, account.email);
  if (existing) await mailExistingAccount(ctx, account.email, existing.locale);
  else await createAccount(ctx, newAccount);
  const { email, role, first_name: firstName, last_name: lastName } = account;
  return ok({ email, role, firstName, lastName, cookie: createSignUpCookie(ctx, newAccount, next) });
}

/**
 * Hashes the password of a new account within the limit of sign-ups. The limit counts inside the limiter, so a rejected
 * sign-up doesn't count.
 * @returns `too_many`, or `unavailable` if too many passwords wait to be hashed
 */
export async function hashSignUpPassword(ctx: Ctx, password: string): Promise<Result<string>> {
  const hashed = await ctx.hashLimiter.run(ctx.network, async () => {
    const limit = await hitLimit(ctx.db, SIGN_UPS, hashLimitKey(ctx, ctx.network), ctx.now);
    if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
    return ok(await ctx.passwordHasher.hash(password));
  });
  return hashed ?? hashingBusy();
}

/**
 * All errors of a sign-up, of a form also that of missing consent to the terms. The list of common passwords is too large
 * for browsers, so only the server checks it.
 */
export async function validateSignUp(ctx: Ctx, input: Record<string, unknown>, hasConsent = true) {
  const parsed = validate(signUpSchema({ now: ctx.now, siteName: ctx.config.SITE_NAME }), input);
  const errors = parsed.ok ? [] : (parsed.refusal.fields ?? []);
  const isCommon =
    typeof input.password === "string" &&
    !errors.some(({ field }) => field === "password") &&
    (await isCommonPassword(input.password));
  if (hasConsent && !isCommon) return parsed;
  return invalid([
    ...errors,
    ...(isCommon ? [{ field: "password", code: "password_common" }] : []),
    ...(hasConsent ? [] : [{ field: "terms", code: "consent_required" }]),
  ]);
}

async function createAccount(ctx: Ctx, account: NewAccount): Promise<void> {
  try {
    await ctx.commit(signUpStatements(ctx, account));
  } catch (error) {
    const existing = await findAccountByEmail(ctx, account.email);
    if (!existing) throw error;
    // Only the answer of the database was lost.
    if (existing.id === account.id) return;
    // Two sign-ups with one address at the same moment: the second finds the account of the first.
    await mailExistingAccount(ctx, account.email, existing.locale);
  }
}

function signUpStatements(ctx: Ctx, account: NewAccount): Statement[] {
  const { guard, statements } = insertAccountStatements(ctx, account, {
    actorId: account.id,
    action: "user.signed_up",
  });
  const { statement, ...link } = issueToken(ctx, "verify_email", account.id, null, guard);
  return [
    ...statements,
    statement,
    verificationMailStatement(ctx, account.email, link, guard),
    ...countHitsStatements(ctx.db, [toSignUpMailLimit(ctx, account.email)], ctx.now, guard),
  ];
}

/** The mail that verifies an address. It quotes no submitted text, because the recipient may be another person. */
export const verificationMailStatement = (
  ctx: Ctx,
  to: string,
  { token, linkExpiresTs }: { token: string; linkExpiresTs: number },
  guard: SQL,
): Statement =>
  queueMailStatement(
    ctx,
    {
      template: "verify_email",
      to,
      locale: ctx.locale,
      params: {},
      actionPath: paths.verifyEmail({ token }),
      linkExpiresTs,
    },
    guard,
  );

export const toSignUpMailLimit = (ctx: Ctx, email: string): LimitKey => [
  SIGN_UP_MAILS,
  hashLimitKey(ctx, email),
];

/** Mails the owner of an existing account that its address was entered, within the limit of such mails. */
export async function mailExistingAccount(ctx: Ctx, to: string, locale: Ctx["locale"]): Promise<void> {
  const limit = toSignUpMailLimit(ctx, to);
  await ctx.commit([
    queueMailStatement(
      ctx,
      { template: "account_exists", to, locale, params: {}, actionPath: paths.signIn() },
      hasHitsLeftSql([limit], ctx.now),
    ),
    ...countHitsStatements(ctx.db, [limit], ctx.now, previousChanged),
  ]);
}
