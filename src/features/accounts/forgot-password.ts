import { eq, isNull, or } from "drizzle-orm";
import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { accountWhere } from "@/db/account-where";
import { hitLimit } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { forgotPasswordSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";
import { RESET_ASKERS, RESET_MAILS } from "./limits";
import { issueToken } from "./one-time-token";
import { findAccountByEmail } from "./queries";

/** What goes on after an answer, down to the mail's delivery, is over by then and slows no other answer. */
const LEAST_MS = 100;

/**
 * Mails the link to a new password, if the address has an account. Nobody learns whether it has: known and unknown
 * ones count against the same limits, what depends on it happens after the answer and with the same statements, and no
 * answer comes sooner than LEAST_MS. For what can be no address nothing is done at all.
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
  const asked = check(forgotPasswordSchema, { email: typed });
  const [retryAfter] = await Promise.all([
    countAsked(ctx, asked.ok ? asked.value.email : null),
    new Promise((resolve) => setTimeout(resolve, LEAST_MS)),
  ]);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  if (asked.ok) ctx.later(mailLink(ctx, asked.value.email));
  return ok(null);
}

/** Seconds until one may ask again; null while one may. */
async function countAsked(ctx: Ctx, email: string | null): Promise<number | null> {
  const asker = await hitLimit(ctx.db, RESET_ASKERS, limitKey(ctx, ctx.network), ctx.now);
  if (!asker.allowed) return asker.retryAfter;
  if (email === null) return null;
  const mails = await hitLimit(ctx.db, RESET_MAILS, limitKey(ctx, email), ctx.now);
  return mails.allowed ? null : mails.retryAfter;
}

async function mailLink(ctx: Ctx, email: string): Promise<void> {
  const account = await findAccountByEmail(ctx, email);
  // Opened by a password, or closed by its owner, who may open it again; and reached at this address still.
  const open = accountWhere(
    eq(users.id, account?.id ?? ""),
    eq(users.email, email),
    or(isNull(users.disabledTs), eq(users.disabledBy, "self")),
  );
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
