import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql } from "@/db/rate-limits";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { normaliseLine } from "@/shared/text";
import { issueToken } from "../one-time-token";
import { findCredentials } from "../queries";
import { accountHasPasswordSql, attemptPassword, hashingBusy, toSignInLimits } from "./attempt-password";
import { type SignedIn, type SignInBrowser, startSession } from "./start-session";

/** Reactivation mails to an owner who disabled their account and signs in. */
const REACTIVATION_MAILS = defineLimit("reactivation_mail");

type SignInRequest = SignInBrowser & { email: string; password: string; remember: boolean };

/** The correct password of an account that its owner closed: the token of the link that reopens it. */
type ClosedAccount = { kind: "closed"; reactivationToken: string };

/**
 * Creates a session, and adds the browser's shortlist to the account. Unknown address, wrong password and an account
 * that an admin disabled give the same error. A closed account costs the same work and counts as a failure too.
 */
export async function signIn(
  ctx: Ctx,
  { email: submittedEmail, password, remember, device, shortlist }: SignInRequest,
): Promise<Result<SignedIn | ClosedAccount>> {
  if (ctx.hashLimiter.isFull(ctx.network)) return hashingBusy();
  const email = normaliseLine(submittedEmail).toLowerCase();
  const account = await findCredentials(ctx, { email });
  const hash = account?.passwordHash ?? null;
  const checked = await attemptPassword(ctx, { password, hash }, toSignInLimits(ctx, email));
  if (!checked.ok) return checked;
  const { isCorrect, undoHits } = checked.value;
  const wrongCredentials = refuse("unauthenticated", { reason: "wrong_credentials" });
  if (!isCorrect || !account?.passwordHash || account.disabledTs !== null) {
    const owner = { id: account?.id ?? "", email, locale: account?.locale ?? ctx.locale };
    const isClosed = isCorrect && account?.disabledBy === "self";
    const reactivationToken = await issueReactivationLink(ctx, owner, isClosed);
    return isClosed ? ok({ kind: "closed", reactivationToken }) : wrongCredentials;
  }
  // A password change or disabling ends all sessions. The guard also stops a session created at the same moment.
  const guard = accountHasPasswordSql(account.id, account.passwordHash);
  const session = startSession(ctx, { ...account, email }, { device, shortlist }, remember, guard);
  const results = await ctx.commit([...session.statements, ...undoHits]);
  const signedIn = await session.finish(results.slice(0, session.statements.length));
  return signedIn ? ok(signedIn) : wrongCredentials;
}

/**
 * The token of a new reactivation link for an owner who closed the account and signs in with the correct password
 * (`eligible`). The link is also mailed, so that the owner learns of the attempt, until the limit of such mails. Every
 * refused sign-in runs the same batch before its response, so timing reveals nothing and no mail is lost.
 */
async function issueReactivationLink(
  ctx: Ctx,
  account: { id: string; email: string; locale: Locale },
  eligible: boolean,
): Promise<string> {
  const limits = [[REACTIVATION_MAILS, account.id]] as const;
  const guard = and(
    sql`${eligible ? 1 : 0}`,
    hasAccountSql(eq(users.id, account.id), eq(users.email, account.email), eq(users.disabledBy, "self")),
  ) as SQL;
  const mailGuard = and(guard, hasHitsLeftSql(limits, ctx.now)) as SQL;
  const { token, linkExpiresTs, statement } = issueToken(ctx, "reactivate", account.id, null, guard);
  const mail = {
    template: "reactivate" as const,
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
  return token;
}
