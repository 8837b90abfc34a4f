import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import {
  defineLimit,
  hasHitsLeftSql,
  hitLimit,
  hitLimitStatement,
  type LimitResult,
  parseHitResult,
} from "@/db/rate-limits";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { forgotPasswordSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { issueToken } from "../one-time-token";
import { findAccountByEmail } from "../queries";

/** Password reset mails by address, whether it has an account or not. */
const RESET_MAILS = defineLimit("reset_mail");
/** Password reset mails by client network, so one client can't write to many mailboxes. */
const RESET_REQUESTS = defineLimit("password_reset_network");

/** Shortest response time (ms). It hides the small difference between writing a mail and writing none. */
const MIN_RESPONSE_MS = 100;

/**
 * Mails the link to a new password if the address has an account. The response doesn't reveal whether it has: both
 * cases count against the same limits, run the same statements and take at least MIN_RESPONSE_MS. The batch always
 * writes a counter. The mail is in the outbox before the response. For an invalid address only the visitor's own limit
 * counts. `appCheck` is the widget's token, "" without one.
 * @returns `forbidden` with `app_check`, or `too_many`.
 */
export async function forgotPassword(
  ctx: Ctx,
  { email: submittedEmail, appCheck }: { email: string; appCheck: string },
): Promise<Result<null>> {
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const parsed = validate(forgotPasswordSchema, { email: submittedEmail });
  const [limit] = await Promise.all([
    countAndMail(ctx, parsed.ok ? parsed.value.email : null),
    new Promise((resolve) => setTimeout(resolve, MIN_RESPONSE_MS)),
  ]);
  return limit.allowed ? ok(null) : refuse("too_many", { retryAfter: limit.retryAfter });
}

async function countAndMail(ctx: Ctx, email: string | null): Promise<LimitResult> {
  const networkLimit = await hitLimit(ctx.db, RESET_REQUESTS, hashLimitKey(ctx, ctx.network), ctx.now);
  return networkLimit.allowed && email !== null ? mailLink(ctx, email) : networkLimit;
}

/** Counts and queues the mail in one batch, if the account may get it and the limit allows it. */
async function mailLink(ctx: Ctx, email: string): Promise<LimitResult> {
  const account = await findAccountByEmail(ctx, email);
  const key = hashLimitKey(ctx, email);
  // The account still has this address and is enabled, or disabled by its owner.
  const mailGuard = and(
    hasHitsLeftSql([[RESET_MAILS, key]], ctx.now),
    hasAccountSql(
      eq(users.id, account?.id ?? ""),
      eq(users.email, email),
      or(isNull(users.disabledTs), eq(users.disabledBy, "self")),
    ),
  ) as SQL;
  const { token, linkExpiresTs, statement } = issueToken(
    ctx,
    "reset_password",
    account?.id ?? "",
    null,
    mailGuard,
  );
  const mail = {
    template: "reset_password" as const,
    to: email,
    locale: account?.locale ?? ctx.locale,
    params: {},
    actionPath: paths.resetPassword({ token }),
    linkExpiresTs,
  };
  const results = await ctx.commit([
    statement,
    queueMailStatement(ctx, mail, mailGuard),
    // Must be last: the other statements check the limit before this mail counts.
    hitLimitStatement(ctx.db, RESET_MAILS, key, ctx.now),
  ]);
  return parseHitResult(results.at(-1), ctx.now);
}
