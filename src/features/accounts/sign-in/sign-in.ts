import { and, eq, type SQL, sql } from "drizzle-orm";
import { signAccessToken } from "@/auth/access-token";
import { limitKey } from "@/auth/limit-key";
import { openSession } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { hasAccount } from "@/db/account-where";
import { countHits, hasHitsLeft } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import type { Role } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { normaliseLine } from "@/shared/text";
import { REACTIVATION_MAILS, SIGN_IN_FAILURES, SIGN_IN_FAILURES_OF_ADDRESS, signInKey } from "../limits";
import { issueToken } from "../links/one-time-token";
import { findCredentials } from "../queries";
import { accountHasPassword, checkPassword, hashingBusy } from "./check-password";
import { noteDevice } from "./record-device";

type SignInRequest = {
  email: string;
  password: string;
  remember: boolean;
  device: { userAgent: string; country: string };
};

/** An access token, and the value of the refresh cookie. Without `cookieSeconds` the cookie ends with the browser. */
type AccessGrant = {
  accessToken: string;
  expiresIn: number;
  refreshToken: string;
  cookieSeconds?: number;
};

/** Creates a session. Unknown address, wrong password and disabled account give the same error after the same work. */
export async function signIn(
  ctx: Ctx,
  { email: typed, password, remember, device }: SignInRequest,
): Promise<Result<AccessGrant>> {
  if (ctx.hashLimiter.isFull(ctx.network)) return hashingBusy();
  const email = normaliseLine(typed).toLowerCase();
  const account = await findCredentials(ctx, { email });
  const checked = await checkPassword(ctx, { password, hash: account?.passwordHash ?? null }, [
    [SIGN_IN_FAILURES, signInKey(ctx, email, ctx.network)],
    [SIGN_IN_FAILURES_OF_ADDRESS, limitKey(ctx, ctx.network)],
  ]);
  if (!checked.ok) return checked;
  const { right, forgive } = checked.value;
  const wrong = refuse("unauthenticated", { reason: "wrong_credentials" });
  if (!right || !account?.passwordHash || account.disabledTs !== null) {
    const owner = { id: account?.id ?? "", email, locale: account?.locale ?? ctx.locale };
    await mailWayBack(ctx, owner, right && account?.disabledBy === "self");
    return wrong;
  }
  // A new password or a disabled account ends all sessions. A session created at the same moment must not survive
  // that.
  const guard = accountHasPassword(account.id, account.passwordHash);
  const opened = openSession(ctx, account, remember, device, guard);
  const [session] = await ctx.commit([
    opened.statement,
    ...noteDevice(ctx, { ...account, email }, device, guard),
    ...forgive,
  ]);
  if ((session as unknown[]).length === 0) return wrong;
  return ok(await accessOf(ctx, account, opened.sessionId, opened.refreshToken, remember));
}

async function accessOf(
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
 * Mails the reactivation link to an owner who disabled the account and signs in with the right password (`owed`).
 * Every refused sign-in runs the same batch before its response, so timing reveals nothing and no mail is lost. Past
 * the limit nothing is mailed.
 */
async function mailWayBack(
  ctx: Ctx,
  account: { id: string; email: string; locale: Locale },
  owed: boolean,
): Promise<void> {
  const limits = [[REACTIVATION_MAILS, account.id]] as const;
  const mayMail = and(
    sql`${owed ? 1 : 0}`,
    hasHitsLeft(limits, ctx.now),
    hasAccount(eq(users.id, account.id), eq(users.email, account.email), eq(users.disabledBy, "self")),
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
