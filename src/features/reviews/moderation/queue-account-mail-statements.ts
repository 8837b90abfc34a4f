import { and, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { reviewReports, users } from "@/db/schema";
import { type NewMail, queueMailsStatement } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";

/** Mails of one statement. */
const MAX_MAILS = 50;

/** A mail about a review, without its recipient. */
export type ReviewMail = Omit<NewMail, "to" | "locale" | "about" | "tables">;

/**
 * A mail about a review to each of these accounts, if `guard` holds. `userIds` can be a query of ids. None without a
 * verified address, and none to a disabled account.
 */
export async function queueAccountMailStatements(
  ctx: Ctx,
  { userIds, reviewId, guard }: { userIds: readonly string[] | SQLWrapper; reviewId: string; guard: SQL },
  compose: (recipient: { id: string; firstName: string; locale: Locale }) => ReviewMail,
): Promise<Statement[]> {
  const canReceiveSql = and(isNotNull(users.emailVerifiedTs), isNull(users.disabledTs));
  const accounts = await ctx.db
    .select({ id: users.id, email: users.email, firstName: users.firstName, locale: users.locale })
    .from(users)
    .where(and(inArray(users.id, userIds), canReceiveSql));
  const mails = accounts.map(({ id, email, firstName, locale }) => ({
    key: [id, email],
    mail: {
      ...compose({ id, firstName, locale }),
      to: email,
      locale,
      about: auditSubject("review", reviewId),
    },
  }));
  const isSameAccountSql = hasAccountSql(
    sql`${users.id} = key ->> 0`,
    sql`${users.email} = key ->> 1`,
    canReceiveSql,
  );
  return Array.from({ length: Math.ceil(mails.length / MAX_MAILS) }, (_, n) =>
    queueMailsStatement(
      ctx,
      mails.slice(n * MAX_MAILS, (n + 1) * MAX_MAILS),
      sql`${guard} and ${isSameAccountSql}`,
    ),
  );
}

/** The query of the accounts that sent these reports. */
export const selectReporters = (ctx: Ctx, condition: SQL | undefined): SQLWrapper =>
  ctx.db.select({ id: reviewReports.reporterId }).from(reviewReports).where(condition);
