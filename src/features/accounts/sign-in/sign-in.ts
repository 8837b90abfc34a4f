import { and, eq, type SQL, sql } from "drizzle-orm";
import { signAccessToken } from "@/auth/access-token";
import { hashLimitKey } from "@/auth/keyed-hash";
import { createSession, type SignInDevice } from "@/auth/sessions";
import { recordSightingStatement } from "@/auth/sightings";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql } from "@/db/rate-limits";
import { countRows, hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { mergeShortlistStatements } from "@/features/shortlist";
import type { Role } from "@/shared/codes";
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
import { recordDeviceStatements } from "./record-device-statements";

const SIGN_IN_FAILURES_OF_NETWORK = defineLimit("sign_in_network");
/** Reactivation mails to an owner who disabled their account and signs in. */
const REACTIVATION_MAILS = defineLimit("reactivation_mail");

type SignInRequest = {
  email: string;
  password: string;
  remember: boolean;
  device: SignInDevice;
  /** Ids of the shortlist that this browser had without the account. */
  shortlist: readonly string[];
};

/** An access token, and the value of the refresh cookie. Without `cookieSeconds` the cookie ends with the browser. */
type AccessGrant = {
  accessToken: string;
  expiresIn: number;
  refreshToken: string;
  cookieSeconds?: number;
};

/** Shortlist entries above the account's limit, which the sign-in removed. */
type SignedIn = AccessGrant & { shortlistLeftOut: number };

/** Creates a session, and adds the browser's shortlist to the account. Unknown address, wrong password and disabled account give the same error after the same work. */
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
  const newSession = createSession(ctx, account, remember, device, guard);
  const [session, ...results] = await ctx.commit([
    newSession.statement,
    ...recordDeviceStatements(ctx, { ...account, email }, device, guard),
    recordSightingStatement(ctx, account, device.key, guard),
    ...undoHits,
    ...mergeShortlistStatements(ctx, { userId: account.id, ids: shortlist }, guard),
  ]);
  if (!hasRows(session)) return wrongCredentials;
  const { sessionId, refreshToken } = newSession;
  return ok({
    ...(await createAccessGrant(ctx, account, sessionId, refreshToken, remember)),
    shortlistLeftOut: shortlist.length > 0 ? countRows(results.at(-1)) : 0,
  });
}

async function createAccessGrant(
  ctx: Ctx,
  account: { id: string; role: Role },
  sessionId: string,
  refreshToken: string,
  remember: boolean,
): Promise<AccessGrant> {
  const claims = { userId: account.id, sessionId, role: account.role };
  return {
    accessToken: await signAccessToken(ctx.config, claims, ctx.now),
    expiresIn: ctx.config.ACCESS_TOKEN_TTL_S,
    refreshToken,
    ...(remember ? { cookieSeconds: ctx.config.REFRESH_REMEMBER_S } : {}),
  };
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
