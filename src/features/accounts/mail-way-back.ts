import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { accountWhere } from "@/db/account-where";
import { hitLimit } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { REACTIVATION_MAILS } from "./limits";
import { issueToken } from "./one-time-token";

/**
 * Mails the link that opens an account again to its owner, who disabled it and now signs in with the right password.
 * Past the limit it does nothing: the answer to the sign-in says nothing of all this anyway.
 */
export async function mailWayBack(
  ctx: Ctx,
  account: { id: string; email: string; locale: Locale },
): Promise<void> {
  const limit = await hitLimit(ctx.db, REACTIVATION_MAILS, account.id, ctx.now);
  if (!limit.allowed) return;
  const closed = accountWhere(
    eq(users.id, account.id),
    eq(users.email, account.email),
    eq(users.disabledBy, "self"),
  );
  const { token, linkEndsTs, statement } = issueToken(ctx, "reactivate", account.id, null, closed);
  const mail = {
    template: "reactivate",
    to: account.email,
    locale: account.locale,
    params: {},
    actionPath: paths.reactivate({ token }),
    linkEndsTs,
  };
  await ctx.commit([statement, queueMail(ctx, mail, closed)]);
}
