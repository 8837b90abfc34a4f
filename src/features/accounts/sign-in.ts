import { signAccessToken } from "@/auth/access-token";
import { limitKey } from "@/auth/limit-key";
import { verifyPassword } from "@/auth/passwords";
import { openSession } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { hitLimit, type Limit, returnHit } from "@/db/limits";
import { HASH_RETRY_AFTER_S } from "@/platform/work-gate";
import type { Role } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { characters, normaliseLine } from "@/shared/text";
import { SIGN_IN_FAILURES, SIGN_IN_FAILURES_OF_ADDRESS, signInKey } from "./limits";
import { mailWayBack } from "./mail-way-back";
import { noteDevice } from "./note-device";
import { findCredentials } from "./queries";
import { stillOpened } from "./still-opened";

export type SignInRequest = {
  email: string;
  password: string;
  remember: boolean;
  device: { userAgent: string; country: string };
};

/** An access token, and what the refresh cookie is to hold. Without `cookieSeconds` it ends with the browser. */
export type Access = { accessToken: string; expiresIn: number; refreshToken: string; cookieSeconds?: number };

/**
 * Opens a session. Unknown address, wrong password and disabled account are one and the same refusal, after the same
 * work: what a mailbox is to hear of it waits until after the answer. Each try counts against the limits before its
 * password is hashed, and is taken back when it was right.
 */
export async function signIn(
  ctx: Ctx,
  { email: typed, password, remember, device }: SignInRequest,
): Promise<Result<Access>> {
  const busy = refuse("unavailable", { retryAfter: HASH_RETRY_AFTER_S });
  // Whoever is sent away anyway costs no query: a rush of sign-ins must not keep the database from the pages.
  if (ctx.hashGate.full(ctx.now)) return busy;
  const email = normaliseLine(typed).toLowerCase();
  const tries: [Limit, string][] = [
    [SIGN_IN_FAILURES, signInKey(ctx, email, ctx.network)],
    [SIGN_IN_FAILURES_OF_ADDRESS, limitKey(ctx, ctx.network)],
  ];
  const forgiven = tries.map(([limit, key]) => returnHit(ctx.db, limit, key));
  for (const [place, [limit, key]] of tries.entries()) {
    const { allowed, retryAfter } = await hitLimit(ctx.db, limit, key, ctx.now);
    if (allowed) continue;
    await ctx.commit(forgiven.slice(0, place));
    return refuse("too_many", { retryAfter });
  }

  const account = await findCredentials(ctx, { email });
  // Longer ones are nobody's password; they cost what others cost.
  const usable = characters(password) <= PASSWORD_LENGTH.maximum ? password : "";
  const right = await ctx.hashGate.run(ctx.now, () => verifyPassword(usable, account?.passwordHash ?? null));
  if (right === null) {
    await ctx.commit(forgiven);
    return busy;
  }
  const wrong = refuse("unauthenticated", { reason: "wrong_credentials" });
  if (!right || !account?.passwordHash) return wrong;
  if (account.disabledTs !== null) {
    if (account.disabledBy === "self") ctx.later(mailWayBack(ctx, { ...account, email }));
    return wrong;
  }
  // A new password or a closed account ends all sessions: one that opens at the same moment must not outlive that.
  const still = stillOpened(account.id, account.passwordHash);
  const opened = openSession(ctx, account, remember, device, still);
  const [session] = await ctx.commit([
    opened.statement,
    ...noteDevice(ctx, { ...account, email }, device, still),
    ...forgiven,
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
): Promise<Access> {
  const claims = { userId: account.id, sessionId, role: account.role };
  return {
    accessToken: await signAccessToken(ctx.config, claims, ctx.now),
    expiresIn: ctx.config.ACCESS_TOKEN_TTL_S,
    refreshToken,
    ...(remember ? { cookieSeconds: ctx.config.REFRESH_REMEMBER_S } : {}),
  };
}
