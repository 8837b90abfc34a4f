import { and, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { users } from "@/db/schema";
import { type MailRequest, queueMailStatement } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";

/** A mail about a review, without its recipient. */
export type ReviewMail = Omit<MailRequest, "to" | "locale" | "about">;

/**
 * A mail about a review to each of these accounts, if `guard` holds. None without a verified address, and none to a
 * disabled account.
 */
export async function queueAccountMailStatements(
  ctx: Ctx,
  { userIds, reviewId, guard }: { userIds: readonly string[]; reviewId: string; guard: SQL },
  compose: (recipient: { firstName: string; locale: Locale }) => ReviewMail,
): Promise<Statement[]> {
  if (userIds.length === 0) return [];
  const canReceiveSql = and(isNotNull(users.emailVerifiedTs), isNull(users.disabledTs));
  const accounts = await ctx.db
    .select({ id: users.id, email: users.email, firstName: users.firstName, locale: users.locale })
    .from(users)
    .where(and(inArray(users.id, userIds), canReceiveSql));
  return accounts.map(({ id, email, firstName, locale }) =>
    queueMailStatement(
      ctx,
      { ...compose({ firstName, locale }), to: email, locale, about: auditSubject("review", reviewId) },
      and(guard, hasAccountSql(eq(users.id, id), eq(users.email, email), canReceiveSql)),
    ),
  );
}
