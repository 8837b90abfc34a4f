import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import type { Role } from "@/shared/codes";
import { ok, type Result } from "@/shared/errors";
import { accountHasPasswordSql } from "../sign-in/attempt-password";
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
  /** The session of the browser that signed up. Null for other browsers and for signed-in visitors. */
  signedIn: SignedIn | null;
  /** The path that the sign-up came from; "" for none. */
  next: string;
};

/**
 * Verifies the address of a mailed token's account. The token works once; older tokens become invalid with it. Signs in
 * the browser that signed up, which `browser.signUpCookie` proves: the user chose the password there, and the token
 * proves access to the mailbox. A session without `remember_me`.
 */
export async function verifyEmail(
  ctx: Ctx,
  token: string,
  browser: SignInBrowser & { signUpCookie: string },
): Promise<Result<VerifiedEmail>> {
  const valid = isValidTokenSql(ctx, token, "verify_email");
  const account = await findTokenAccount(ctx, valid);
  if (!account) return invalidToken();
  const guard = hasValidTokenSql(ctx, valid);
  const next = findSignUpNext(ctx, browser.signUpCookie, account);
  const session =
    ctx.user === null && next !== null && account.passwordHash !== null
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
    auditAccountLinkStatement(ctx, "user.email_verified", account.id, guard),
    ...adoptGuestAlertsStatements(ctx, account.email, guard),
    invalidateTokensStatement(ctx, account.id, ["verify_email"], guard),
  ]);
  if (!hasRows(verified)) return invalidToken();
  const signedIn = (await session?.finish(results.slice(0, sessionStatements.length))) ?? null;
  return ok({ role: account.role, signedIn, next: next ?? "" });
}
