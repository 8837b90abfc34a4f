import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { accountWhere } from "@/db/account-where";
import { hasHitsLeft, hitLimit, hitStatement, type LimitAnswer, readHit } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { forgotPasswordSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";
import { RESET_ASKERS, RESET_MAILS } from "../limits";
import { issueToken } from "../links/one-time-token";
import { findAccountByEmail } from "../queries";

/** No answer comes sooner (ms): it hides the small difference between writing a mail and writing none. */
const LEAST_MS = 100;

/**
 * Mails the link to a new password, if the address has an account. Nobody learns whether it has: known and unknown
 * addresses count against the same limits and run the same statements, whose batch always writes a counter, and no answer
 * comes sooner than LEAST_MS. The mail is in the outbox before the answer. For what can be no address only the visitor's
 * own limit counts. `appCheck` is the token of the widget, "" without one.
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
  const [limit] = await Promise.all([
    countAndMail(ctx, asked.ok ? asked.value.email : null),
    new Promise((resolve) => setTimeout(resolve, LEAST_MS)),
  ]);
  return limit.allowed ? ok(null) : refuse("too_many", { retryAfter: limit.retryAfter });
}

async function countAndMail(ctx: Ctx, email: string | null): Promise<LimitAnswer> {
  const asker = await hitLimit(ctx.db, RESET_ASKERS, limitKey(ctx, ctx.network), ctx.now);
  return asker.allowed && email !== null ? mailLink(ctx, email) : asker;
}

/** Counts the mail and writes it in one batch, where the account may have it and the limit allows it. */
async function mailLink(ctx: Ctx, email: string): Promise<LimitAnswer> {
  const account = await findAccountByEmail(ctx, email);
  const key = limitKey(ctx, email);
  // Opened by a password, or closed by its owner, who may open it again; and reached at this address still.
  const mayMail = and(
    hasHitsLeft([[RESET_MAILS, key]], ctx.now),
    accountWhere(
      eq(users.id, account?.id ?? ""),
      eq(users.email, email),
      or(isNull(users.disabledTs), eq(users.disabledBy, "self")),
    ),
  ) as SQL;
  const { token, linkEndsTs, statement } = issueToken(
    ctx,
    "reset_password",
    account?.id ?? "",
    null,
    mayMail,
  );
  const mail = {
    template: "reset_password",
    to: email,
    locale: account?.locale ?? ctx.locale,
    params: {},
    actionPath: paths.resetPassword({ token }),
    linkEndsTs,
  };
  const results = await ctx.commit([
    statement,
    queueMail(ctx, mail, mayMail),
    // The last statement, as the others ask whether the limit is used up before this mail.
    hitStatement(ctx.db, RESET_MAILS, key, ctx.now),
  ]);
  return readHit(results.at(-1), ctx.now);
}
