import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasAccountSql, noGuard } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import type { Role } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import { accountHasPasswordSql, attemptPassword, toSignInLimits } from "../sign-in/attempt-password";
import { wrongPassword } from "../sign-in/confirm-password";
import { type SignedIn, type SignInBrowser, startSession } from "../sign-in/start-session";
import { findSignUpNext } from "../sign-up/sign-up-browser";
import {
  auditAccountLinkStatement,
  findTokenAccount,
  hasValidTokenSql,
  invalidateTokensStatement,
  invalidToken,
  isValidTokenSql,
} from "./one-time-token";

export type VerifiedEmail = {
  role: Role;
  /** The new session. Null for signed-in visitors and for disabled accounts. */
  signedIn: SignedIn | null;
  /** The path that the sign-up came from; "" for none or in another browser. */
  next: string;
};

/** The account of a verification link, as its page shows it. */
export type UnverifiedAccount = {
  email: string;
  role: Role;
  signupTs: number;
  /** Whether only the account's password confirms in this browser. */
  needsPassword: boolean;
  /** Whether the mailbox's owner may delete the account instead. */
  isDeletable: boolean;
};

const isVerificationTokenSql = (ctx: Ctx, token: string): SQL => isValidTokenSql(ctx, token, "verify_email");

type TokenAccount = NonNullable<Awaited<ReturnType<typeof findTokenAccount>>>;

/** Whether this browser chose the account's password, or is signed in with it. */
const isOwnBrowser = (ctx: Ctx, account: TokenAccount, signUpCookie: string): boolean =>
  ctx.user?.id === account.id || findSignUpNext(ctx, signUpCookie, account) !== null;

/** The account of a verification link; null if the token is used, expired or unknown. Doesn't use the token up. */
export async function findUnverifiedAccount(
  ctx: Ctx,
  token: string,
  signUpCookie: string,
): Promise<UnverifiedAccount | null> {
  const account = await findTokenAccount(ctx, isVerificationTokenSql(ctx, token));
  if (!account) return null;
  const { email, role, signupTs, emailVerifiedTs } = account;
  const needsPassword = !isOwnBrowser(ctx, account, signUpCookie);
  return { email, role, signupTs, needsPassword, isDeletable: needsPassword && emailVerifiedTs === null };
}

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
 * Verifies the address of a mailed token's account. The token proves access to the mailbox. The visitor must also prove
 * that the account is theirs, because another person may have entered the address: by `browser.signUpCookie`, the
 * account's session, or `password`. Signs in visitors without a session, without `remember_me`. The token works once;
 * older tokens become invalid with it.
 * @returns `malformed` with `invalid_token`, `invalid` without a password, `forbidden` with `invalid_password`,
 * `too_many`, or `unavailable` if too many passwords wait to be hashed.
 */
export async function verifyEmail(
  ctx: Ctx,
  token: string,
  browser: SignInBrowser & { signUpCookie: string; password: string },
): Promise<Result<VerifiedEmail>> {
  const valid = isVerificationTokenSql(ctx, token);
  const account = await findTokenAccount(ctx, valid);
  if (!account) return invalidToken();
  const proof = isOwnBrowser(ctx, account, browser.signUpCookie)
    ? ok({ guard: noGuard, undoHits: [] })
    : await provePassword(ctx, account, browser.password);
  if (!proof.ok) return proof;
  const guard = and(hasValidTokenSql(ctx, valid), proof.value.guard) as SQL;
  const session =
    ctx.user === null && account.passwordHash !== null
      ? startSession(
          ctx,
          account,
          browser,
          false,
          and(guard, accountHasPasswordSql(account.id, account.passwordHash)) as SQL,
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
  return ok({ role: account.role, signedIn, next: findSignUpNext(ctx, browser.signUpCookie, account) ?? "" });
}

/** Checks the account's password, within the limits of sign-ins. The batch must use `guard`: it may change before. */
async function provePassword(
  ctx: Ctx,
  { id, email, passwordHash }: TokenAccount,
  password: string,
): Promise<Result<{ guard: SQL; undoHits: Statement[] }>> {
  if (password === "") return invalid([{ field: "password", code: "required" }]);
  const checked = await attemptPassword(ctx, { password, hash: passwordHash }, toSignInLimits(ctx, email));
  if (!checked.ok) return checked;
  if (!checked.value.isCorrect || passwordHash === null) return wrongPassword();
  const guard = hasAccountSql(eq(users.id, id), eq(users.passwordHash, passwordHash));
  return ok({ guard, undoHits: checked.value.undoHits });
}
