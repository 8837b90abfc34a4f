import { eq, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import { otherAdminCreatorExistsSql } from "@/auth/other-admin-creator";
import type { Ctx, SignedInUser } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { users } from "@/db/schema";
import {
  findDeletableAccount,
  invalidToken,
  verifyCurrentPassword,
  wrongPassword,
} from "@/features/accounts";
import { queueTeacherLeftMailsStatement } from "@/features/enquiries";
import { queueMailStatement } from "@/features/mail";
import { closeReportsStatements } from "@/features/moderation";
import { expireCheckoutSessions, listOpenCheckouts } from "@/features/promotions";
import { recordErasure } from "@/platform/erasure-records";
import { invalid, ok, type Refusal, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { passwordConfirmationSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { eraseFormSchema } from "@/shared/schemas/privacy";
import { type ErasedUser, PERSONAL_DATA } from "./personal-data";
import { findUserLocale, hasUserWhere, isLastAdminCreator } from "./queries";

const lastAdminRefusal = () => refuse("conflict", { reason: "last_admin" });

/**
 * Erases the signed-in user's data immediately and permanently. Orders stay, without a name. With `word` (the page's
 * form), the typed word must match as well. A second call succeeds without effect.
 * @returns `forbidden` with `invalid_password`, `invalid`, `too_many`, `unavailable` if too many passwords wait to be
 * hashed, or `conflict` with `last_admin`.
 */
export async function eraseAccount(
  ctx: Ctx,
  input: { password?: unknown; word?: unknown },
): Promise<Result<null>> {
  const user = requireUser(ctx);
  const schema =
    input.word === undefined
      ? passwordConfirmationSchema
      : eraseFormSchema({ word: ctx.t("privacy.erase.word") });
  const parsed = validate(schema, input);
  if (!parsed.ok) return addPasswordError(ctx, user, input.password, parsed.refusal);
  const confirmed = await verifyCurrentPassword(ctx, user, parsed.value.password);
  if (!confirmed.ok) return confirmed;
  // A mailed link may change the password meanwhile.
  return eraseUser(ctx, user, confirmed.value.guard, wrongPassword);
}

/**
 * Erases an account whose address is not verified, for the owner of the mailbox: another person entered the address.
 * `token` is of the verification mail. Guest data of the same address stays.
 * @returns `malformed` with `invalid_token`, also after the address was verified.
 */
export async function eraseUnverifiedAccount(ctx: Ctx, token: string): Promise<Result<null>> {
  const found = await findDeletableAccount(ctx, token);
  return found.ok ? eraseUser(ctx, found.value.account, found.value.guard, invalidToken) : found;
}

/** Erases a user's data if `guard` holds when the batch runs; otherwise returns `refuseLate`. */
async function eraseUser(
  ctx: Ctx,
  user: ErasedUser,
  guard: SQL,
  refuseLate: () => Result<never>,
): Promise<Result<null>> {
  if (await isLastAdminCreator(ctx, user.id)) return lastAdminRefusal();
  const accountExistsSql = hasAccountSql(eq(users.id, user.id));
  const [locale, checkouts, closedReports] = await Promise.all([
    findUserLocale(ctx, user.id),
    listOpenCheckouts(ctx, user.id),
    closeReportsStatements(ctx, user.id, accountExistsSql),
  ]);
  await recordErasure(ctx.backups, "user", user.id);
  try {
    await ctx.commit([
      ...closedReports,
      queueTeacherLeftMailsStatement(ctx, user.id, accountExistsSql),
      ...erasureStatements(ctx, user, locale ?? ctx.locale, guard),
    ]);
  } catch (error) {
    // Another request removed the other admin, or made the guard fail.
    if (await isLastAdminCreator(ctx, user.id)) return lastAdminRefusal();
    if (!(await hasUserWhere(ctx, user.id, guard))) return refuseLate();
    throw error;
  }
  if (checkouts.length > 0) ctx.later(expireCheckoutSessions(ctx, checkouts));
  return ok(null);
}

/** Checks the password also if the word is wrong, so that the form shows both errors. */
async function addPasswordError(
  ctx: Ctx,
  user: SignedInUser,
  password: unknown,
  { fields = [] }: Refusal,
): Promise<Result<never>> {
  if (fields.every(({ field }) => field === "word")) {
    const confirmed = await verifyCurrentPassword(ctx, user, password);
    if (!confirmed.ok && confirmed.refusal.reason !== "invalid_password") return confirmed;
    if (!confirmed.ok) return invalid([{ field: "password", code: "invalid_password" }, ...fields]);
  }
  return invalid(fields);
}

/** The statements of an erasure. Those after `PERSONAL_DATA` write what it would erase. */
export function erasureStatements(ctx: Ctx, user: ErasedUser, locale: Locale, guard: SQL): Statement[] {
  const { id } = user;
  // A second erasure must keep the mail that the first queued.
  const userExistsSql = hasAccountSql(eq(users.id, id));
  const closingMail = {
    template: "account_closed" as const,
    to: user.email,
    locale,
    params: { contact: ctx.config.CONTACT_EMAIL },
    deleteWhenDone: true,
  };
  return [
    failUnlessStatement(ctx, id, sql`${otherAdminCreatorExistsSql} and ${guard}`),
    ...PERSONAL_DATA.flatMap(({ erase }) => erase?.(ctx, user, userExistsSql) ?? []),
    queueMailStatement(ctx, closingMail, userExistsSql),
    auditEventStatement(
      ctx,
      { action: "user.erased", subject: auditSubject("user", "erased"), actorId: null },
      userExistsSql,
    ),
    ctx.db.delete(users).where(eq(users.id, id)),
  ];
}

/**
 * Makes the batch fail unless `condition` holds. D1 has no conditional abort, so this sets a NOT NULL column to null.
 */
const failUnlessStatement = ({ db }: Ctx, userId: string, condition: SQL): Statement =>
  db.run(sql`update ${users} set email = null where ${users.id} = ${userId} and not (${condition})`);
