import { isCommonPassword } from "@/auth/common-passwords";
import { hashPassword } from "@/auth/passwords";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hitLimit, returnHit } from "@/db/limits";
import { auditLog } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { HASH_RETRY_AFTER_S } from "@/platform/hash-gate";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import type { SignUpRole } from "@/shared/codes";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { signUpSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";
import { limitKey, SIGN_UP_MAILS, SIGN_UPS } from "./limits";
import { accountRows, type NewAccount, readTeacher } from "./new-account";
import { issueToken } from "./one-time-token";
import { findAccountByEmail } from "./queries";

/** What the caller learns: what they said themselves, and nothing of whether the address was known. */
export type SignedUp = { email: string; role: SignUpRole; firstName: string; lastName: string };

/**
 * Makes an account and mails the link that verifies its address, in one batch. For an address that has an account the
 * work and the answer are the same, and the mail says so instead. `input` has the fields of `signUpSchema`, and for
 * teachers `teacher_information`; the token of the app check stands beside them.
 */
export async function signUp(ctx: Ctx, input: Record<string, unknown>): Promise<Result<SignedUp>> {
  const wanted = checkSignUp(ctx, input);
  if (!wanted.ok) return wanted;
  const account = wanted.value;
  const teacher = readTeacher(account.role, input.teacher_information);
  if (!teacher.ok) return teacher;

  const checked = input[APP_CHECK_FIELD];
  if (!(await ctx.appCheck.passes(typeof checked === "string" ? checked : "", ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const limit = await hitLimit(ctx.db, SIGN_UPS, ctx.address, ctx.now);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
  const passwordHash = await ctx.hashGate.run(ctx.now, () => hashPassword(account.password));
  if (passwordHash === null) {
    await ctx.commit([returnHit(ctx.db, SIGN_UPS, ctx.address)]);
    return refuse("unavailable", { retryAfter: HASH_RETRY_AFTER_S });
  }

  const made = { ...account, id: ctx.newId(), passwordHash, teacher: teacher.value };
  const known = await findAccountByEmail(ctx, account.email);
  const mayMail = (await hitLimit(ctx.db, SIGN_UP_MAILS, limitKey(account.email), ctx.now)).allowed;
  if (known) {
    if (mayMail) await ctx.commit([knownAccountMail(ctx, account.email, known.locale)]);
  } else {
    await store(ctx, made);
  }
  const { email, role, first_name: firstName, last_name: lastName } = account;
  return ok({ email, role, firstName, lastName });
}

/** What is wrong with a sign-up, all of it at once; the list of common passwords is kept from browsers by its size. */
export function checkSignUp(ctx: Ctx, input: Record<string, unknown>) {
  const wanted = check(signUpSchema({ now: ctx.now, siteName: ctx.config.SITE_NAME }), input);
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
    // Two sign-ups with one address at the same moment: the second finds the first's account.
    const known = await findAccountByEmail(ctx, account.email);
    if (!known) throw error;
    await ctx.commit([knownAccountMail(ctx, account.email, known.locale)]);
  }
}

function newAccount(ctx: Ctx, account: NewAccount): Statement[] {
  const { statement, ...link } = issueToken(ctx, "verify_email", account.id);
  return [
    ...accountRows(ctx, account),
    statement,
    ctx.db.insert(auditLog).values({
      id: ctx.newId(),
      ts: ctx.now,
      actorId: account.id,
      action: "user.sign_up",
      subject: auditSubject("user", account.id),
      detail: { role: account.role },
    }),
    verificationMail(ctx, account.email, link),
  ];
}

/** The link to confirm an address. What the person typed stays out: whoever gets it may be somebody else. */
export const verificationMail = (
  ctx: Ctx,
  to: string,
  { token, linkEndsTs }: { token: string; linkEndsTs: number },
): Statement =>
  queueMail(ctx, {
    template: "verify_email",
    to,
    locale: ctx.locale,
    params: {},
    actionPath: paths.verifyEmail({ token }),
    linkEndsTs,
  });

const knownAccountMail = (ctx: Ctx, to: string, locale: Ctx["locale"]): Statement =>
  queueMail(ctx, { template: "account_exists", to, locale, params: {}, actionPath: paths.signIn() });
