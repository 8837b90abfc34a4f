import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { sessions } from "@/db/schema";
import { sessionsOfCookies, withinGrace } from "./cookie-sessions";
import { nextRefreshToken, type RefreshToken } from "./refresh-token";
import { type FoundSession, findSession, idleSeconds, toVisitor } from "./sessions";

/** Spent tokens that a session remembers. The tabs of one user rotate only a few times within the grace period. */
const MOST_SPENT_TOKENS = 20;

export type Rotation =
  /**
   * `cookieSeconds` is the remaining lifetime of a remembered session's cookie; absent, the cookie ends with the
   * browser.
   */
  | { kind: "rotated"; visitor: Visitor; refreshToken: string; cookieSeconds?: number }
  /** Another tab rotated first, within the grace period: the user stays signed in with that tab's cookie. */
  | { kind: "raced"; visitor: Visitor }
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
  const [opened] = await sessionsOfCookies(ctx, cookies);
  if (!opened) return { kind: "refused" };
  const { token, found, rank } = opened;
  const next = nextRefreshToken(
    token,
    retryKey === undefined ? ctx.newSecret : derived(ctx, token, retryKey),
  );
  if (rank === "graced") return toRacer(ctx, found, next);
  if (await replaceToken(ctx, found.session, token, next)) return toWinner(ctx, found, next);
  // Another request changed the session after the read: another tab, or a sign-out.
  const still = await findSession(ctx, token.sessionId);
  return still ? toRacer(ctx, still, next) : { kind: "refused" };
}

/** Derives the same next token for every retry of a request, so only its hash is stored. */
const derived = (ctx: Ctx, token: RefreshToken, retryKey: string) => () =>
  createHmac("sha256", ctx.config.JWT_SECRET)
    .update(`next refresh token\n${token.value}\n${retryKey}`)
    .digest("base64url");

function toWinner(ctx: Ctx, found: FoundSession, { value }: RefreshToken): Rotation {
  const { remember, absoluteExpiresTs } = found.session;
  const cookieSeconds = remember ? { cookieSeconds: Math.ceil((absoluteExpiresTs - ctx.now) / 1000) } : {};
  return { kind: "rotated", visitor: toVisitor(found), refreshToken: value, ...cookieSeconds };
}

/** The second request lost the race, unless the newest token is the one from its own lost response. */
const toRacer = (ctx: Ctx, found: FoundSession, next: RefreshToken): Rotation =>
  found.session.tokenHash === next.hash
    ? toWinner(ctx, found, next)
    : { kind: "raced", visitor: toVisitor(found) };

/** True if the token was still the newest. */
async function replaceToken(
  ctx: Ctx,
  session: FoundSession["session"],
  token: RefreshToken,
  next: RefreshToken,
) {
  const young = session.spentTokens.filter((spent) => withinGrace(ctx, spent));
  const won = await ctx.db
    .update(sessions)
    .set({
      tokenHash: next.hash,
      spentTokens: [...young, { hash: token.hash, ts: ctx.now }].slice(-MOST_SPENT_TOKENS),
      lastSeenTs: ctx.now,
      idleExpiresTs: ctx.now + idleSeconds(ctx, session.remember) * 1000,
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, token.hash)))
    .returning({ id: sessions.id });
  return won.length > 0;
}
