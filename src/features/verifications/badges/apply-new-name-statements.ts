import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { users, verifications } from "@/db/schema";
import { hasCheckedNameSql } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { formatFullName } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { withoutMarks } from "@/shared/text";

type Name = { firstName: string; lastName: string };

/**
 * The part of the batch that changes a user's name which runs before the change. A badge is shown only under the name
 * that an admin compared with the document, so it is no longer shown after the change, and a mail says so. A name that
 * differs only in case or diacritics is the same: badges are shown under the new spelling. The version of open requests
 * increases, so that an admin who read the earlier name can't approve them.
 */
export async function applyNewNameStatements(
  ctx: Ctx,
  user: Name & { id: string; email: string; locale: Locale },
  newName: Name,
): Promise<Statement[]> {
  const [from, to] = [formatFullName(user), formatFullName(newName)];
  if (from === to) return [];
  const isOwnSql = eq(verifications.userId, user.id);
  // The plus prevents the use of the index of states, which has the badges of all teachers.
  const isApprovedSql = sql`+${verifications.state} = 'approved'`;
  const checkedNames = await ctx.db
    .selectDistinct({ name: verifications.checkedName })
    .from(verifications)
    .where(and(isOwnSql, isApprovedSql));
  const sameNames = checkedNames.flatMap(({ name }) => (name !== null && isSameName(name, to) ? [name] : []));
  const { checkedName, endsTs, state, version } = verifications;
  return [
    ctx.db
      .update(verifications)
      .set({ checkedName: to })
      .where(and(isOwnSql, isApprovedSql, inArray(checkedName, sameNames))),
    ctx.db
      .update(verifications)
      .set({ version: sql`${version} + 1` })
      .where(and(isOwnSql, eq(state, "pending"))),
    ...(isSameName(from, to)
      ? []
      : [
          queueMailStatement(
            ctx,
            {
              template: "badges_hidden",
              to: user.email,
              locale: user.locale,
              params: { name: newName.firstName, checked: from },
              actionPath: paths.verification(),
            },
            // A second request with the same new name finds the name changed.
            sql`exists (select 1 from ${verifications} join ${users} on ${users.id} = ${verifications.userId}
              where ${isOwnSql} and ${isApprovedSql} and (${endsTs} is null or ${endsTs} > ${ctx.now})
                and ${hasCheckedNameSql} and ${checkedName} = ${from})`,
          ),
        ]),
  ];
}

const normalizeName = (name: string): string => withoutMarks(name).toLowerCase();

/** Whether two names differ at most in case and diacritics. */
const isSameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b);
