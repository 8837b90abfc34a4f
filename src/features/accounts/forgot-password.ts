import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hitLimit } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { normaliseLine } from "@/shared/text";
import { limitKey, RESET_MAILS } from "./limits";
import { issueToken } from "./one-time-token";
import { findAccountByEmail } from "./queries";

/** What goes on after an answer, down to the mail's delivery, is over by then and slows no other answer. */
const LEAST_MS = 100;

/**
 * Mails the link to a new password, if the address has an account. Nobody learns whether it has: known and unknown
 * ones count against the same limit, what depends on it happens after the answer and with the same statements, and no
 * answer comes sooner than LEAST_MS.
 * `appCheck` is the token of the widget, "" without one.
 * @returns `forbidden` with `app_check`, or `too_many`.
 */
export async function forgotPassword(
  ctx: Ctx,
  { email: typed, appCheck }: { email: string; appCheck: string },
): Promise<Result<null>> {
  if (!(await ctx.appCheck.passes(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const email = normaliseLine(typed).toLowerCase();
  const [limit] = await Promise.all([
    hitLimit(ctx.db, RESET_MAILS, limitKey(email), ctx.now),
    new Promise((resolve) => setTimeout(resolve, LEAST_MS)),
  ]);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
  ctx.later(mailLink(ctx, email));
  return ok(null);
}

async function mailLink(ctx: Ctx, email: string): Promise<void> {
  const account = await findAccountByEmail(ctx, email);
  const open = openAccount(account?.id ?? "");
  const { token, linkEndsTs, statement } = issueToken(ctx, "reset_password", account?.id ?? "", null, open);
  const mail = {
    template: "reset_password",
    to: email,
    locale: account?.locale ?? ctx.locale,
    params: {},
    actionPath: paths.resetPassword({ token }),
    linkEndsTs,
  };
  await ctx.commit([statement, queueMail(ctx, mail, open)]);
}

/** An account that a password opens, or that its owner closed and may open again. */
const openAccount = (id: string): SQL =>
  sql`exists (select 1 from ${users} where ${users.id} = ${id} and (${users.disabledTs} is null or ${users.disabledBy} = 'self'))`;
