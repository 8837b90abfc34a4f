import { and, eq, isNull, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { countHitsStatements, hasHitsLeftSql, hitLimit } from "@/db/rate-limits";
import { users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { emailCorrectionSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { auditAccountLinkStatement, invalidateTokensStatement, issueToken } from "../one-time-token";
import { findAccountByEmail, findCredentials } from "../queries";
import { mailExistingAccount, SIGN_UPS, toSignUpMailLimit, verificationMailStatement } from "./sign-up";
import { findSignUpNext } from "./sign-up-browser";

/**
 * Replaces the mistyped address of the account that this browser created, and mails the link to the new one. Links sent
 * to the first address become invalid. Counts as a sign-up. If the new address has an account, its owner gets a mail
 * as after a sign-up. The result doesn't reveal whether either address has an account. `input` has the fields of
 * `emailCorrectionSchema`; `cookie` is that of the sign-up.
 * @returns the new address, in lower case
 */
export async function correctSignUpEmail(
  ctx: Ctx,
  input: Record<string, unknown>,
  cookie: string,
): Promise<Result<string>> {
  const parsed = validate(emailCorrectionSchema, input);
  if (!parsed.ok) return parsed;
  const { email, signed_up_email } = parsed.value;
  const limit = await hitLimit(ctx.db, SIGN_UPS, hashLimitKey(ctx, ctx.network), ctx.now);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
  const account = await findCredentials(ctx, { email: signed_up_email });
  if (!account || findSignUpNext(ctx, cookie, account) === null) return ok(email);
  if (await mailOtherAccount(ctx, email, account.id)) return ok(email);
  try {
    await ctx.commit(correctionStatements(ctx, account.id, signed_up_email, email));
  } catch (error) {
    // Another sign-up took the address at the same moment.
    if (!(await mailOtherAccount(ctx, email, account.id))) throw error;
  }
  return ok(email);
}

/** Mails the owner of an address that another account has. @returns whether there is such an account */
async function mailOtherAccount(ctx: Ctx, email: string, accountId: string): Promise<boolean> {
  const existing = await findAccountByEmail(ctx, email);
  if (!existing || existing.id === accountId) return false;
  await mailExistingAccount(ctx, email, existing.locale);
  return true;
}

function correctionStatements(ctx: Ctx, userId: string, from: string, to: string) {
  const isUnverified = and(eq(users.id, userId), isNull(users.emailVerifiedTs));
  const corrected = hasAccountSql(isUnverified, eq(users.email, to));
  const limit = toSignUpMailLimit(ctx, to);
  const { statement, ...link } = issueToken(ctx, "verify_email", userId, null, corrected);
  return [
    ctx.db
      .update(users)
      .set({ email: to })
      .where(and(isUnverified, eq(users.email, from))),
    invalidateTokensStatement(ctx, userId, ["verify_email", "change_email"], corrected),
    statement,
    ...(from === to ? [] : [auditAccountLinkStatement(ctx, "user.email_corrected", userId, corrected)]),
    verificationMailStatement(ctx, to, link, sql`${corrected} and ${hasHitsLeftSql([limit], ctx.now)}`),
    ...countHitsStatements(ctx.db, [limit], ctx.now, corrected),
  ];
}
