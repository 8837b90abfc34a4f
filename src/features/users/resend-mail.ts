import { and, eq, isNull, type SQL } from "drizzle-orm";
import { isActiveAdmin } from "@/auth/active-admin";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { hasAccount } from "@/db/account-where";
import { auditEvent, auditSubject, hasAuditEvent } from "@/db/audit";
import { countHits, findRetryAfter, getDefaultLimit, hasHitsLeft } from "@/db/limits";
import { users } from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { type AccountStatus, findAccountStatus } from "./find-user-details";

/** Which link an account still waits for: to its first password, which proves the address as well, or to that proof. */
export function getPendingMail({
  disabledTs,
  hasPassword,
  emailVerifiedTs,
}: Pick<AccountStatus, "disabledTs" | "emailVerifiedTs"> & { hasPassword: boolean }) {
  if (disabledTs !== null) return null;
  if (!hasPassword) return "set_password";
  return emailVerifiedTs === null ? "verify_email" : null;
}

/**
 * Mails the link that an account still waits for once more, in its owner's language.
 * @returns which it was; `not_found`, `too_many`, or `conflict` with `no_mail_awaited`.
 */
export async function resendMail(
  ctx: Ctx,
  id: string,
): Promise<Result<{ template: "set_password" | "verify_email" }>> {
  const admin = requireAdmin(ctx);
  const person = await findAccountStatus(ctx, id);
  if (!person) return refuse("not_found");
  const template = getPendingMail({ ...person, hasPassword: person.passwordHash !== null });
  if (!template) return refuse("conflict", { reason: "no_mail_awaited" });
  const limit = [RESENT_MAILS, id] as const;
  const retryAfter = await findRetryAfter(ctx.db, [limit], ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });

  const waits = and(
    isActiveAdmin(admin, false),
    hasHitsLeft([limit], ctx.now),
    hasAccount(
      eq(users.id, id),
      eq(users.email, person.email),
      isNull(users.disabledTs),
      template === "set_password" ? isNull(users.passwordHash) : isNull(users.emailVerifiedTs),
    ),
  ) as SQL;
  const auditId = ctx.newId();
  const guard = hasAuditEvent(auditId);
  const { token, linkExpiresTs, statement } = issueToken(ctx, template, id, null, guard);
  const mail = {
    template,
    to: person.email,
    locale: person.locale,
    params: {},
    actionPath: template === "set_password" ? paths.resetPassword({ token }) : paths.verifyEmail({ token }),
    linkExpiresTs,
  };
  const [noted] = await ctx.commit([
    auditEvent(
      ctx,
      {
        id: auditId,
        action: "user.mail_resent",
        subject: auditSubject("user", id),
        detail: { mail: template },
      },
      waits,
    ),
    statement,
    queueMail(ctx, mail, guard),
    ...countHits(ctx.db, [limit], ctx.now, guard),
  ]);
  return (noted as unknown[]).length > 0
    ? ok({ template })
    : refuse("conflict", { reason: "no_mail_awaited" });
}

/** Mails that admins send to one person once more. */
const RESENT_MAILS = getDefaultLimit("resent_mail");
