import { and, eq, type SQL, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql } from "@/db/rate-limits";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { normaliseLine } from "@/shared/text";
import { issueToken } from "../links/one-time-token";
import { findCredentials } from "../queries";
import {
  accountHasPasswordSql,
  attemptPassword,
  hashingBusy,
  SIGN_IN_FAILURES,
  toSignInKey,
} from "./attempt-password";
import { type SignedIn, type SignInBrowser, startSession } from "./start-session";

const SIGN_IN_FAILURES_OF_NETWORK = defineLimit("sign_in_network");
/** Reactivation mails to an owner who disabled their account and signs in. */
const REACTIVATION_MAILS = defineLimit("reactivation_mail");

type SignInRequest = SignInBrowser & { email: string; password: string; remember: boolean };

/**
 * Creates a session, and adds the browser's shortlist to the account. Unknown address, wrong password and disabled
 * account give the same error after the same work.
 */
export async function signIn(
  ctx: Ctx,
  { email: submittedEmail, password, remember, device, shortlist }: SignInRequest,
): Promise<Result<SignedIn>> {
  if (ctx.hashLimiter.isFull(ctx.network)) return hashingBusy();
  const email = normaliseLine(submittedEmail).toLowerCase();
  const account = await findCredentials(ctx, { email });
  const checked = await attemptPassword(ctx, { password, hash: account?.passwordHash ?? null }, [
    [SIGN_IN_FAILURES, toSignInKey(ctx, email, ctx.network)],
    [SIGN_IN_FAILURES_OF_NETWORK, hashLimitKey(ctx, ctx.network)],
  ]);
  if (!checked.ok) return checked;
  const { isCorrect, undoHits } = checked.value;
  const wrongCredentials = refuse("unauthenticated", { reason: "wrong_credentials" });
  if (!isCorrect || !account?.passwordHash || account.disabledTs !== null) {
    const owner = { id: account?.id ?? "", email, locale: account?.locale ?? ctx.locale };
    await mailReactivationLink(ctx, owner, isCorrect && account?.disabledBy === "self");
    return wrongCredentials;
  }
  // A password change or disabling ends all sessions. The guard also stops a session created at the same moment.
  const guard = accountHasPasswordSql(account.id, account.passwordHash);
  const session = startSession(ctx, { ...account, email }, { device, shortlist }, remember, guard);
  const results = await ctx.commit([...session.statements, ...undoHits]);
  const signedIn = await session.finish(results.slice(0, session.statements.length));
  return signedIn ? ok(signedIn) : wrongCredentials;
}

/**
 * Mails the reactivation link to an owner who disabled the account and signs in with the correct password (`eligible`).
 * Every refused sign-in runs the same batch before its response, so timing reveals nothing and no mail is lost. Past
 * the limit nothing is mailed.
 */
async function mailReactivationLink(
  ctx: Ctx,
  account: { id: string; email: string; locale: Locale },
  eligible: boolean,
): Promise<void> {
  const limits = [[REACTIVATION_MAILS, account.id]] as const;
  const mailGuard = and(
    sql`${eligible ? 1 : 0}`,
    hasHitsLeftSql(limits, ctx.now),
    hasAccountSql(eq(users.id, account.id), eq(users.email, account.email), eq(users.disabledBy, "self")),
  ) as SQL;
  const { token, linkExpiresTs, statement } = issueToken(ctx, "reactivate", account.id, null, mailGuard);
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
    queueMailStatement(ctx, mail, mailGuard),
    // Must be last: the other statements check the limit before this mail counts.
    ...countHitsStatements(ctx.db, limits, ctx.now, mailGuard),
  ]);
}
