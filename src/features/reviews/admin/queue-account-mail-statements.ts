import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { users } from "@/db/schema";
import { type MailRequest, queueMailStatement } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";

type ReviewMail = Omit<MailRequest, "to" | "locale" | "about">;

/**
 * A mail about a review to an account, if `guard` holds. None without a verified address, and none to a disabled
 * account.
 */
export async function queueAccountMailStatements(
  ctx: Ctx,
  { userId, reviewId, guard }: { userId: string; reviewId: string; guard: SQL },
  compose: (account: { firstName: string; locale: Locale }) => ReviewMail,
): Promise<Statement[]> {
  const canReceiveSql = and(eq(users.id, userId), isNotNull(users.emailVerifiedTs), isNull(users.disabledTs));
  const [account] = await ctx.db
    .select({ email: users.email, firstName: users.firstName, locale: users.locale })
    .from(users)
    .where(canReceiveSql);
  if (!account) return [];
  const { email, locale } = account;
  return [
    queueMailStatement(
      ctx,
      { ...compose(account), to: email, locale, about: auditSubject("review", reviewId) },
      and(guard, hasAccountSql(canReceiveSql, eq(users.email, email))),
    ),
  ];
}
