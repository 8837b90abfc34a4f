import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { sessions } from "@/db/schema";
import { createNextRefreshToken, type RefreshToken } from "./refresh-token";
import { isWithinGrace, resolveSessionsByCookies } from "./resolve-sessions";
import { findSession, getIdleSeconds, type SessionWithUser, toSignedInUser } from "./sessions";
import { recordSighting } from "./sightings";

/** Maximum spent tokens that a session stores. The tabs of one user rotate only a few times within the grace period. */
const MAX_SPENT_TOKENS = 20;

export type Rotation =
  /**
   * `cookieSeconds` is the remaining lifetime of a remembered session's cookie; absent, the cookie ends with the
   * browser.
   */
  | { kind: "rotated"; visitor: SignedInUser; refreshToken: string; cookieSeconds?: number }
  /** Another tab rotated first, within the grace period: the user stays signed in with that tab's cookie. */
  | { kind: "raced"; visitor: SignedInUser }
  | { kind: "refused" };

/**
 * Exchanges the refresh token in a browser's cookies for the next one by compare-and-set. The previous token stays
 * valid for REFRESH_GRACE_S seconds; a later use ends the whole session. `retryKey` is the request's Idempotency-Key.
 * A retry with the same key gets the same next token; a parallel tab gets none.
 */
export async function rotateSession(
  ctx: Ctx,
  cookies: readonly string[],
  retryKey?: string,
): Promise<Rotation> {
  const [resolved] = await resolveSessionsByCookies(ctx, cookies);
  if (!resolved) return { kind: "refused" };
  const { token, sessionWithUser, state } = resolved;
  const next = createNextRefreshToken(
    token,
    retryKey === undefined ? ctx.newSecret : deriveSecret(ctx, token, retryKey),
  );
  if (state === "grace") return toRaced(ctx, sessionWithUser, next);
  if (await replaceToken(ctx, sessionWithUser.session, token, next)) {
    recordSighting(ctx, sessionWithUser.user, sessionWithUser.session.deviceKey);
    return toRotated(ctx, sessionWithUser, next);
  }
  // Another request changed the session after the read: another tab, or a sign-out.
  const changed = await findSession(ctx, token.sessionId);
  return changed ? toRaced(ctx, changed, next) : { kind: "refused" };
}

/** Derives the same next token for every retry of a request, so only its hash is stored. */
const deriveSecret = (ctx: Ctx, token: RefreshToken, retryKey: string) => () =>
  createHmac("sha256", ctx.config.JWT_SECRET)
    .update(`next refresh token\n${token.value}\n${retryKey}`)
    .digest("base64url");

function toRotated(ctx: Ctx, found: SessionWithUser, { value }: RefreshToken): Rotation {
  const { remember, absoluteExpiresTs } = found.session;
  const cookieSeconds = remember ? { cookieSeconds: Math.ceil((absoluteExpiresTs - ctx.now) / 1000) } : {};
  return { kind: "rotated", visitor: toSignedInUser(found), refreshToken: value, ...cookieSeconds };
}

/** The second request lost the race, unless the newest token is the one from its own lost response. */
const toRaced = (ctx: Ctx, found: SessionWithUser, next: RefreshToken): Rotation =>
  found.session.tokenHash === next.hash
    ? toRotated(ctx, found, next)
    : { kind: "raced", visitor: toSignedInUser(found) };

/** True if the token was still the newest. */
async function replaceToken(
  ctx: Ctx,
  session: SessionWithUser["session"],
  token: RefreshToken,
  next: RefreshToken,
) {
  const recent = session.spentTokens.filter((spent) => isWithinGrace(ctx, spent));
  const won = await ctx.db
    .update(sessions)
    .set({
      tokenHash: next.hash,
      spentTokens: [...recent, { hash: token.hash, ts: ctx.now }].slice(-MAX_SPENT_TOKENS),
      lastSeenTs: ctx.now,
      idleExpiresTs: ctx.now + getIdleSeconds(ctx, session.remember) * 1000,
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, token.hash)))
    .returning({ id: sessions.id });
  return won.length > 0;
}
