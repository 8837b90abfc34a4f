import { and, eq, isNull, type SQL } from "drizzle-orm";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import { changeMailRecipientStatement, queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  auditAccountLinkStatement,
  findTokenAccount,
  hasValidTokenSql,
  invalidateTokensStatement,
  invalidToken,
  isValidTokenSql,
  type TokenAccount,
} from "../one-time-token";
import { findAccountByEmail } from "../queries";
import { type AccountProof, proveAccount } from "./prove-account";

/**
 * Sets the account's address to the one in a mailed token. The token proves access to that mailbox; the visitor must
 * also prove that the account is theirs. Other sessions end, links mailed to the old address become invalid, and both
 * mailboxes are notified.
 * @returns `malformed` with `invalid_token`, `conflict` with `email_taken` if another account has the address now, or
 * the refusals of `proveAccount`.
 */
export async function changeEmail(
  ctx: Ctx,
  token: string,
  accountProof: AccountProof,
): Promise<Result<null>> {
  const valid = isValidTokenSql(ctx, token, "change_email");
  const account = await findTokenAccount(ctx, valid);
  if (!account?.newEmail || account.disabledTs !== null) return invalidToken();
  const isTaken = async (email: string) => {
    const existing = await findAccountByEmail(ctx, email);
    return existing !== null && existing.id !== account.id;
  };
  if (await isTaken(account.newEmail)) return refuse("conflict", { reason: "email_taken" });
  const proof = await proveAccount(ctx, account, accountProof);
  if (!proof.ok) return proof;
  try {
    const [changed] = await ctx.commit([
      ...changeEmailStatements(ctx, token, { ...account, newEmail: account.newEmail }, proof.value.guard),
      ...proof.value.undoHits,
    ]);
    return hasRows(changed) ? ok(null) : invalidToken();
  } catch (error) {
    // Another user signed up with the address after the check.
    if (await isTaken(account.newEmail)) return refuse("conflict", { reason: "email_taken" });
    throw error;
  }
}

/**
 * Drops the change of address that a mailed link would make, for the mailbox's owner: another person entered the
 * address. The account stays as it is. @returns `malformed` with `invalid_token`
 */
export async function refuseEmailChange(ctx: Ctx, token: string): Promise<Result<null>> {
  const valid = isValidTokenSql(ctx, token, "change_email");
  const account = await findTokenAccount(ctx, valid);
  if (!account) return invalidToken();
  const guard = hasValidTokenSql(ctx, valid);
  const subject = auditSubject("user", account.id);
  const [audited] = await ctx.commit([
    auditEventStatement(ctx, { action: "user.email_change_refused", subject, actorId: null }, guard),
    invalidateTokensStatement(ctx, account.id, ["change_email"], guard),
  ]);
  return hasRows(audited) ? ok(null) : invalidToken();
}

function changeEmailStatements(
  ctx: Ctx,
  token: string,
  account: TokenAccount & { newEmail: string },
  isProvenSql: SQL,
): Statement[] {
  const guard = and(
    hasValidTokenSql(ctx, isValidTokenSql(ctx, token, "change_email")),
    hasAccountSql(eq(users.id, account.id), isNull(users.disabledTs)),
    isProvenSql,
  ) as SQL;
  const { locale } = account;
  const oldAddressMail = { to: account.email, locale, params: { contact: ctx.config.CONTACT_EMAIL } };
  const newAddressMail = { to: account.newEmail, locale, params: {}, actionPath: paths.settings() };
  const currentSession = ctx.user?.id === account.id ? ctx.user.sessionId : undefined;
  return [
    ctx.db
      .update(users)
      .set({ email: account.newEmail, emailVerifiedTs: ctx.now })
      .where(and(eq(users.id, account.id), guard))
      .returning({ id: users.id }),
    ...endSessionsStatements(ctx, account.id, currentSession, guard),
    auditAccountLinkStatement(ctx, "user.email_changed", account.id, guard),
    queueMailStatement(ctx, { template: "email_changed_from", ...oldAddressMail }, guard),
    queueMailStatement(ctx, { template: "email_changed_to", ...newAddressMail }, guard),
    // Includes the two mails queued above. The last mail to the old address is deleted once sent.
    changeMailRecipientStatement(ctx, { from: account.email, to: account.newEmail }, guard),
    ...adoptGuestAlertsStatements(ctx, account.newEmail, guard),
    invalidateTokensStatement(
      ctx,
      account.id,
      ["change_email", "verify_email", "reset_password", "set_password"],
      guard,
    ),
  ];
}
