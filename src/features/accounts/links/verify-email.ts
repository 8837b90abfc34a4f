import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import type { Role } from "@/shared/codes";
import { ok, type Result } from "@/shared/errors";
import {
  auditAccountLinkStatement,
  findTokenAccount,
  hasValidTokenSql,
  invalidateTokensStatement,
  invalidToken,
  isValidTokenSql,
} from "../one-time-token";
import { accountHasPasswordSql } from "../sign-in/attempt-password";
import { type SignedIn, type SignInBrowser, startSession } from "../sign-in/start-session";
import { findSignUpNext } from "../sign-up/sign-up-browser";
import { hasTwoStepSql } from "../two-step/check-code";
import { type AccountProof, proveAccount } from "./prove-account";

export type VerifiedEmail = {
  role: Role;
  /**
   * The new session. Null without a browser, for signed-in visitors, and for accounts that are disabled or have
   * two-step sign-in.
   */
  signedIn: SignedIn | null;
  /** The path that the sign-up came from; "" for none or in another browser. */
  next: string;
};

const isVerificationTokenSql = (ctx: Ctx, token: string): SQL => isValidTokenSql(ctx, token, "verify_email");

/**
 * The account of a verification link that the mailbox's owner may delete, and the guard that its address is still not
 * verified. @returns `malformed` with `invalid_token`
 */
export async function findDeletableAccount(
  ctx: Ctx,
  token: string,
): Promise<Result<{ account: { id: string; email: string; emailVerified: false }; guard: SQL }>> {
  const valid = isVerificationTokenSql(ctx, token);
  const account = await findTokenAccount(ctx, valid);
  if (!account || account.emailVerifiedTs !== null) return invalidToken();
  const { id, email } = account;
  const guard = and(
    hasValidTokenSql(ctx, valid),
    hasAccountSql(eq(users.id, id), isNull(users.emailVerifiedTs)),
  ) as SQL;
  return ok({ account: { id, email, emailVerified: false }, guard });
}

/**
 * Verifies the address of a mailed token's account, which the visitor must also prove to be theirs. Signs in a `browser`
 * without a session, without `remember_me`. The token works once; older tokens become invalid with it.
 * @returns `malformed` with `invalid_token`, or the refusals of `proveAccount`.
 */
export async function verifyEmail(
  ctx: Ctx,
  token: string,
  accountProof: AccountProof,
  browser: SignInBrowser | null,
): Promise<Result<VerifiedEmail>> {
  const valid = isVerificationTokenSql(ctx, token);
  const account = await findTokenAccount(ctx, valid);
  if (!account) return invalidToken();
  const proof = await proveAccount(ctx, account, accountProof);
  if (!proof.ok) return proof;
  const guard = and(hasValidTokenSql(ctx, valid), proof.value.guard) as SQL;
  const session =
    browser !== null && ctx.user === null && account.passwordHash !== null
      ? startSession(
          ctx,
          account,
          browser,
          false,
          and(
            guard,
            accountHasPasswordSql(account.id, account.passwordHash),
            not(hasTwoStepSql(account.id)),
          ) as SQL,
        )
      : null;
  const sessionStatements = session?.statements ?? [];
  const [verified, ...results] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ emailVerifiedTs: sql`coalesce(${users.emailVerifiedTs}, ${ctx.now})` })
      .where(and(eq(users.id, account.id), guard))
      .returning({ id: users.id }),
    ...sessionStatements,
    ...proof.value.undoHits,
    auditAccountLinkStatement(ctx, "user.email_verified", account.id, guard),
    ...adoptGuestAlertsStatements(ctx, account.email, guard),
    invalidateTokensStatement(ctx, account.id, ["verify_email"], guard),
  ]);
  if (!hasRows(verified)) return invalidToken();
  const signedIn = (await session?.finish(results.slice(0, sessionStatements.length))) ?? null;
  return ok({
    role: account.role,
    signedIn,
    next: findSignUpNext(ctx, accountProof.signUpCookie, account) ?? "",
  });
}
