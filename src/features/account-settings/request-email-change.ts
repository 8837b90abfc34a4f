import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import {
  findAccountByEmail,
  invalidateTokensStatement,
  issueToken,
  verifyCurrentPassword,
  wrongPassword,
} from "@/features/accounts";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { emailChangeSchema } from "@/shared/schemas/account-settings";
import { validate } from "@/shared/schemas/field-errors";
import { findAccountSettings } from "./queries";

/** Requests of one account to change its address. */
const EMAIL_CHANGES = defineLimit("email_change");
/** Mails to one address that other accounts cause by entering it. */
const EMAIL_CHANGE_MAILS = defineLimit("email_change_mail");

/**
 * Mails a link to the new address that the signed-in visitor entered. The address changes when the link is followed;
 * earlier links become invalid. If the address already has an account, only its owner gets a mail. `input` has the
 * fields of `emailChangeSchema`.
 * @returns `forbidden` with `invalid_password`, also if a mailed link set another password in the meantime.
 */
export async function requestEmailChange(ctx: Ctx, input: Record<string, unknown>): Promise<Result<null>> {
  const user = requireUser(ctx);
  const parsed = validate(emailChangeSchema(user), input);
  if (!parsed.ok) return parsed;
  const { email, current_password } = parsed.value;
  const confirmed = await verifyCurrentPassword(ctx, user, current_password);
  if (!confirmed.ok) return confirmed;
  const changes = [EMAIL_CHANGES, user.id] as const;
  const retryAfter = await findRetryAfter(ctx.db, [changes], ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });

  const mailsToAddress = [EMAIL_CHANGE_MAILS, hashLimitKey(ctx, email)] as const;
  const [account, recipient] = await Promise.all([
    findAccountSettings(ctx, user.id),
    findAccountByEmail(ctx, email),
  ]);
  const limits = [changes, mailsToAddress];
  const { guard } = confirmed.value;
  const mailGuard = sql`${guard} and ${hasHitsLeftSql(limits, ctx.now)}`;
  // Stored in both cases, because the settings page names the address that waits. A token that isn't mailed is of no use.
  const { token, linkExpiresTs, statement } = issueToken(ctx, "change_email", user.id, email, mailGuard);
  const mail = recipient
    ? { template: "email_taken" as const, locale: recipient.locale, actionPath: paths.signIn() }
    : {
        template: "change_email" as const,
        locale: account?.locale ?? ctx.locale,
        actionPath: paths.changeEmail({ token }),
        linkExpiresTs,
        // The recipient may have no account, so the subject is the account that requested the change.
        about: auditSubject("user", user.id),
      };
  const [confirmedRows] = await ctx.commit([
    ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), guard)),
    invalidateTokensStatement(ctx, user.id, ["change_email"], guard),
    statement,
    queueMailStatement(ctx, { ...mail, to: email, params: {} }, mailGuard),
    ...countHitsStatements(ctx.db, limits, ctx.now, guard),
  ]);
  return hasRows(confirmedRows) ? ok(null) : wrongPassword();
}
