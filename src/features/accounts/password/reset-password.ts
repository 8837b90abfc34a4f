import { and, eq, type SQL, sql } from "drizzle-orm";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { resetHitsStatement } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  auditAccountLinkStatement,
  findTokenAccount,
  hasValidTokenSql,
  invalidateTokensStatement,
  invalidToken,
  isValidTokenSql,
} from "../one-time-token";
import { SIGN_IN_FAILURES, toSignInKey } from "../sign-in/attempt-password";
import { hashNewPassword } from "./hash-new-password";

const isResetTokenSql = (ctx: Ctx, token: string): SQL =>
  isValidTokenSql(ctx, token, "reset_password", "set_password");

/**
 * The account whose password a mailed token may set; null if it is used, expired or unknown. Doesn't use the token up.
 */
export async function findResetAccount(ctx: Ctx, token: string) {
  const account = await findTokenAccount(ctx, isResetTokenSql(ctx, token));
  const isDisabledByAdmin = account && account.disabledTs !== null && account.disabledBy !== "self";
  return isDisabledByAdmin ? null : account;
}

/**
 * Sets the password of a mailed token's account. Uses up the token and the user's other links to a new password or
 * address; every session ends. The token proves access to the mailbox, so the address counts as confirmed. A rejected
 * password leaves the token valid.
 * @returns the account; `malformed` with `invalid_token`, `invalid`, or `unavailable` if too many passwords wait to be
 * hashed.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: { token: string; password: unknown },
): Promise<Result<{ userId: string }>> {
  const valid = isResetTokenSql(ctx, token);
  const account = await findResetAccount(ctx, token);
  if (!account) return invalidToken();
  const hash = await hashNewPassword(ctx, account.email, password);
  if (!hash.ok) return hash;

  const guard = hasValidTokenSql(ctx, valid);
  const mail = {
    template: "password_changed" as const,
    to: account.email,
    locale: account.locale,
    params: {},
    actionPath: paths.resetPassword(),
  };
  const [changed] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ passwordHash: hash.value, emailVerifiedTs: sql`coalesce(${users.emailVerifiedTs}, ${ctx.now})` })
      .where(and(eq(users.id, account.id), guard))
      .returning({ id: users.id }),
    ...endSessionsStatements(ctx, account.id, undefined, guard),
    auditAccountLinkStatement(ctx, "user.password_reset", account.id, guard),
    queueMailStatement(ctx, mail, guard),
    // The user has probably tried wrong passwords. These must not block the next sign-in from this network.
    resetHitsStatement(ctx.db, SIGN_IN_FAILURES, toSignInKey(ctx, account.email, ctx.network)),
    ...adoptGuestAlertsStatements(ctx, account.email, guard),
    invalidateTokensStatement(ctx, account.id, ["reset_password", "set_password", "change_email"], guard),
  ]);
  return hasRows(changed) ? ok({ userId: account.id }) : invalidToken();
}
