import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { accountWhere } from "@/db/account-where";
import { countHits, hasHitsLeft } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { REACTIVATION_MAILS } from "../limits";
import { issueToken } from "../links/one-time-token";

/**
 * Mails the reactivation link to an owner who disabled the account and signs in with the right password (`owed`).
 * Every refused sign-in runs the same batch before its response, so timing reveals nothing and no mail is lost. Past
 * the limit nothing is mailed.
 */
export async function mailWayBack(
  ctx: Ctx,
  account: { id: string; email: string; locale: Locale },
  owed: boolean,
): Promise<void> {
  const limits = [[REACTIVATION_MAILS, account.id]] as const;
  const mayMail = and(
    sql`${owed ? 1 : 0}`,
    hasHitsLeft(limits, ctx.now),
    accountWhere(eq(users.id, account.id), eq(users.email, account.email), eq(users.disabledBy, "self")),
  ) as SQL;
  const { token, linkExpiresTs, statement } = issueToken(ctx, "reactivate", account.id, null, mayMail);
  const mail = {
    template: "reactivate",
    to: account.email,
    locale: account.locale,
    params: {},
    actionPath: paths.reactivate({ token }),
    linkExpiresTs,
  };
  await ctx.commit([
    statement,
    queueMail(ctx, mail, mayMail),
    // Must be last: the other statements check the limit before this mail counts.
    ...countHits(ctx.db, limits, ctx.now, mayMail),
  ]);
}
