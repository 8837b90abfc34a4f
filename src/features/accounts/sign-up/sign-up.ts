import type { SQL } from "drizzle-orm";
import { isCommonPassword } from "@/auth/common-passwords";
import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { countHits, hasHitsLeft, hitLimit, type LimitKey } from "@/db/limits";
import { queueMail } from "@/features/mail";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import type { SignUpRole } from "@/shared/codes";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { signUpSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { SIGN_UP_MAILS, SIGN_UPS } from "../limits";
import { issueToken } from "../links/one-time-token";
import { findAccountByEmail } from "../queries";
import { hashingBusy } from "../sign-in/check-password";
import { accountRows, type NewAccount, readTeacher } from "./new-account";

/** The caller's own input. It doesn't reveal whether the address was known. */
export type SignedUp = { email: string; role: SignUpRole; firstName: string; lastName: string };

/**
 * Creates an account and mails the link that verifies its address, in one batch. For an address with an account the
 * work and the response are the same; the mail differs. `input` has the fields of `signUpSchema`, for teachers
 * `teacher_information`, and the app check's token.
 */
export async function signUp(ctx: Ctx, input: Record<string, unknown>): Promise<Result<SignedUp>> {
  const wanted = checkSignUp(ctx, input);
  if (!wanted.ok) return wanted;
  const account = wanted.value;
  const teacher = readTeacher(account.role, input.teacher_information);
  if (!teacher.ok) return teacher;

  if (ctx.hashLimiter.isFull(ctx.network)) return hashingBusy();
  const checked = input[APP_CHECK_FIELD];
  if (!(await ctx.appCheck.passes(typeof checked === "string" ? checked : "", ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const hashed = await ctx.hashLimiter.run(ctx.network, () => hashWithinLimit(ctx, account.password));
  if (hashed === null) return hashingBusy();
  if (!hashed.ok) return hashed;

  const created = { ...account, id: ctx.newId(), passwordHash: hashed.value, teacher: teacher.value };
  const known = await findAccountByEmail(ctx, account.email);
  if (known) await ctx.commit(tellKnownAccount(ctx, account.email, known.locale));
  else await store(ctx, created);
  const { email, role, first_name: firstName, last_name: lastName } = account;
  return ok({ email, role, firstName, lastName });
}

/** The limit counts inside the limiter, so a rejected sign-up doesn't count. */
async function hashWithinLimit(ctx: Ctx, password: string): Promise<Result<string>> {
  const limit = await hitLimit(ctx.db, SIGN_UPS, limitKey(ctx, ctx.network), ctx.now);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
  return ok(await ctx.passwordHasher.hash(password));
}

/** All errors of a sign-up. The list of common passwords is too large for browsers, so only the server checks it. */
export function checkSignUp(ctx: Ctx, input: Record<string, unknown>) {
  const wanted = validate(signUpSchema({ now: ctx.now, siteName: ctx.config.SITE_NAME }), input);
  if (typeof input.password !== "string" || !isCommonPassword(input.password)) return wanted;
  const others = wanted.ok ? [] : (wanted.refusal.fields ?? []);
  return invalid([
    ...others.filter(({ field }) => field !== "password"),
    { field: "password", code: "password_common" },
  ]);
}

async function store(ctx: Ctx, account: NewAccount): Promise<void> {
  try {
    await ctx.commit(newAccount(ctx, account));
  } catch (error) {
    // Two sign-ups with one address at the same moment: the second finds the account of the first.
    const known = await findAccountByEmail(ctx, account.email);
    if (!known) throw error;
    await ctx.commit(tellKnownAccount(ctx, account.email, known.locale));
  }
}

function newAccount(ctx: Ctx, account: NewAccount): Statement[] {
  const { guard, statements } = accountRows(ctx, account, { by: account.id, action: "user.sign_up" });
  const { statement, ...link } = issueToken(ctx, "verify_email", account.id, null, guard);
  return [
    ...statements,
    statement,
    verificationMail(ctx, account.email, link, guard),
    ...countHits(ctx.db, [mailLimit(ctx, account.email)], ctx.now, guard),
  ];
}

/** The mail that confirms an address. It contains no typed text, because the recipient may be another person. */
export const verificationMail = (
  ctx: Ctx,
  to: string,
  { token, linkExpiresTs }: { token: string; linkExpiresTs: number },
  guard: SQL,
): Statement =>
  queueMail(
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

const mailLimit = (ctx: Ctx, email: string): LimitKey => [SIGN_UP_MAILS, limitKey(ctx, email)];

/** The mail to the owner of an existing account, within the limit of such mails. */
function tellKnownAccount(ctx: Ctx, to: string, locale: Ctx["locale"]): Statement[] {
  const limit = mailLimit(ctx, to);
  return [
    queueMail(
      ctx,
      { template: "account_exists", to, locale, params: {}, actionPath: paths.signIn() },
      hasHitsLeft([limit], ctx.now),
    ),
    ...countHits(ctx.db, [limit], ctx.now),
  ];
}
