import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasAccountSql, noGuard } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql } from "@/db/rate-limits";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { normaliseLine } from "@/shared/text";
import { issueToken } from "../one-time-token";
import { type Credentials, findCredentials } from "../queries";
import { checkCode } from "../two-step/check-code";
import { createStepToken, parseStepToken } from "../two-step/step-token";
import { accountHasPasswordSql, attemptPassword, hashingBusy, toSignInLimits } from "./attempt-password";
import { type SignedIn, type SignInBrowser, startSession } from "./start-session";

/** Reactivation mails to an owner who disabled their account and signs in. */
const REACTIVATION_MAILS = defineLimit("reactivation_mail");

type SignInRequest = SignInBrowser & {
  email: string;
  password: string;
  remember: boolean;
  /** The code of two-step sign-in; "" for none. */
  otp: string;
};

/** The correct password of an account with two-step sign-in, without a code: the token of `continueSignIn`. */
type CodeRequired = { kind: "codeRequired"; token: string };

/** The correct password of an account that its owner closed: the token of the link that reopens it. */
type ClosedAccount = { kind: "closed"; reactivationToken: string };

/**
 * Creates a session, and adds the browser's shortlist to the account. Unknown address, wrong password and an account
 * that an admin disabled give the same error. A closed account costs the same work and counts as a failure too.
 */
export async function signIn(
  ctx: Ctx,
  { email: submittedEmail, password, remember, otp, ...browser }: SignInRequest,
): Promise<Result<SignedIn | ClosedAccount | CodeRequired>> {
  if (ctx.hashLimiter.isFull(ctx.network)) return hashingBusy();
  const email = normaliseLine(submittedEmail).toLowerCase();
  const account = await findCredentials(ctx, { email });
  const hash = account?.passwordHash ?? null;
  const checked = await attemptPassword(ctx, { password, hash }, toSignInLimits(ctx, email));
  if (!checked.ok) return checked;
  const { isCorrect, undoHits } = checked.value;
  if (!isCorrect || !account?.passwordHash || account.disabledTs !== null) {
    const owner = { id: account?.id ?? "", email, locale: account?.locale ?? ctx.locale };
    const isClosed = isCorrect && account?.disabledBy === "self";
    const reactivationToken = await issueReactivationLink(ctx, owner, isClosed);
    return isClosed ? ok({ kind: "closed", reactivationToken }) : wrongCredentials();
  }
  const proven = { ...account, passwordHash: account.passwordHash };
  if (!account.twoStep) return openSession(ctx, proven, remember, browser, undoHits);
  // A wrong code is no wrong password.
  await ctx.commit(undoHits);
  if (otp === "") return ok({ kind: "codeRequired", token: createStepToken(ctx, proven, remember) });
  return openSessionByCode(ctx, proven, otp, remember, browser);
}

/** Continues a sign-in with the code, after `signIn` returned its token. */
export async function continueSignIn(
  ctx: Ctx,
  { token, otp, ...browser }: SignInBrowser & { token: string; otp: string },
): Promise<Result<SignedIn>> {
  const step = parseStepToken(ctx, token);
  const account = step && (await findCredentials(ctx, { id: step.userId }));
  return account && step.isProvenFor(account)
    ? openSessionByCode(ctx, account, otp, step.remember, browser)
    : refuse("unauthenticated", { reason: "sign_in_expired" });
}

const wrongCredentials = () => refuse("unauthenticated", { reason: "wrong_credentials" });
const wrongCode = () => refuse("unauthenticated", { reason: "invalid_otp" });

type ProvenAccount = Credentials & { passwordHash: string };

async function openSessionByCode(
  ctx: Ctx,
  account: ProvenAccount,
  otp: string,
  remember: boolean,
  browser: SignInBrowser,
): Promise<Result<SignedIn>> {
  // Turned off since the password was entered.
  if (!account.twoStep) return openSession(ctx, account, remember, browser);
  const checked = await checkCode(ctx, account.id, account.twoStep, otp);
  if (!checked.ok) return checked;
  if (!checked.value) return wrongCode();
  const { guard, statements } = checked.value;
  const opened = await openSession(ctx, account, remember, browser, statements, guard);
  return opened.ok ? opened : wrongCode();
}

/** Opens a session if the account still has its password, and `guard` holds. */
async function openSession(
  ctx: Ctx,
  account: ProvenAccount,
  remember: boolean,
  browser: SignInBrowser,
  furtherStatements: Statement[] = [],
  codeGuard = noGuard,
): Promise<Result<SignedIn>> {
  // A password change or disabling ends all sessions. The guard also stops a session created at the same moment.
  const guard = and(accountHasPasswordSql(account.id, account.passwordHash), codeGuard) as SQL;
  const session = startSession(ctx, account, browser, remember, guard);
  const results = await ctx.commit([...session.statements, ...furtherStatements]);
  const signedIn = await session.finish(results.slice(0, session.statements.length));
  return signedIn ? ok(signedIn) : wrongCredentials();
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
