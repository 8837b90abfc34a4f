import { and, eq, isNull, type SQL } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isActiveAdminSql } from "@/auth/active-admin";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { hasAccountSql } from "@/db/guard";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { type AccountStatus, findAccountStatus } from "./find-user-details";

/** Links that admins send to one user again. */
const RESENT_MAILS = defineLimit("resent_mail");

/** The link that the user has not followed yet: to set a first password, or to verify the address. */
export function findPendingMail({
  disabledTs,
  hasPassword,
  emailVerifiedTs,
}: Pick<AccountStatus, "disabledTs" | "emailVerifiedTs"> & { hasPassword: boolean }):
  | "set_password"
  | "verify_email"
  | null {
  if (disabledTs !== null) return null;
  if (!hasPassword) return "set_password";
  return emailVerifiedTs === null ? "verify_email" : null;
}

/**
 * Mails the user's pending link again, in the user's language.
 * @returns the template of the mail; `not_found`, `too_many`, or `conflict` with `no_mail_awaited`.
 */
export async function resendMail(
  ctx: Ctx,
  id: string,
): Promise<Result<{ template: "set_password" | "verify_email" }>> {
  const admin = requireAdmin(ctx);
  const user = await findAccountStatus(ctx, id);
  if (!user) return refuse("not_found");
  const template = findPendingMail({ ...user, hasPassword: user.passwordHash !== null });
  if (!template) return refuse("conflict", { reason: "no_mail_awaited" });
  const limit = [RESENT_MAILS, id] as const;
  const retryAfter = await findRetryAfter(ctx.db, [limit], ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });

  const pendingGuard = and(
    isActiveAdminSql(admin, false),
    hasHitsLeftSql([limit], ctx.now),
    hasAccountSql(
      eq(users.id, id),
      eq(users.email, user.email),
      isNull(users.disabledTs),
      template === "set_password" ? isNull(users.passwordHash) : isNull(users.emailVerifiedTs),
    ),
  ) as SQL;
  const auditId = ctx.newId();
  const guard = hasAuditEventSql(auditId);
  const { token, linkExpiresTs, statement } = issueToken(ctx, template, id, null, guard);
  const mail = {
    template,
    to: user.email,
    locale: user.locale,
    params: {},
    actionPath: template === "set_password" ? paths.resetPassword({ token }) : paths.verifyEmail({ token }),
    linkExpiresTs,
  };
  const [inserted] = await ctx.commit([
    auditEventStatement(
      ctx,
      {
        id: auditId,
        action: "user.mail_resent",
        subject: auditSubject("user", id),
        detail: { mail: template },
      },
      pendingGuard,
    ),
    statement,
    queueMailStatement(ctx, mail, guard),
    ...countHitsStatements(ctx.db, [limit], ctx.now, guard),
  ]);
  return hasRows(inserted) ? ok({ template }) : refuse("conflict", { reason: "no_mail_awaited" });
}
