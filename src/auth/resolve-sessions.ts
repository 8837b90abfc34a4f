import { eq } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { type SpentToken, sessions } from "@/db/schema";
import { parseRefreshToken, type RefreshToken } from "./refresh-token";
import { endSession, getIdleSeconds, listSessions, type SessionWithUser, toSignedInUser } from "./sessions";
import { recordSighting } from "./sightings";

/** Cookies of one name that are read, counted from the last. Browsers send the cookie of path "/" last. */
const MAX_COOKIES = 8;
/**
 * Page use extends a session. The write happens at most once a minute, or once in a quarter of a shorter idle timeout.
 */
const touchEveryMs = (ctx: Ctx, remember: boolean) =>
  Math.min(60_000, (getIdleSeconds(ctx, remember) * 1000) / 4);

/** A live session found by a refresh cookie, with that cookie's token. */
type ResolvedSession = { token: RefreshToken; sessionWithUser: SessionWithUser; state: "current" | "grace" };

/**
 * The live sessions of a browser's refresh cookies, the latest first; one indexed read. A browser may send several
 * cookies: one set for another path must not sign the user out. A reused token ends its session.
 */
export async function resolveSessionsByCookies(
  ctx: Ctx,
  cookies: readonly string[],
): Promise<ResolvedSession[]> {
  const tokens = [...new Set(cookies)]
    .flatMap((cookie) => parseRefreshToken(cookie) ?? [])
    .slice(-MAX_COOKIES);
  if (tokens.length === 0) return [];
  const resolved: ResolvedSession[] = [];
  const sessionIds = [...new Set(tokens.map(({ sessionId }) => sessionId))];
  for (const sessionWithUser of await listSessions(ctx, sessionIds)) {
    const candidates = tokens
      .filter(({ sessionId }) => sessionId === sessionWithUser.session.id)
      .map((token) => ({
        token,
        sessionWithUser,
        state: getTokenState(ctx, sessionWithUser.session, token),
      }));
    const best =
      candidates.find(({ state }) => state === "current") ??
      candidates.find(({ state }) => state === "grace");
    if (best) resolved.push(best as ResolvedSession);
    else if (!ctx.config.MAINTENANCE) await endReusedSession(ctx, sessionWithUser.session);
  }
  return resolved.sort((a, b) => b.sessionWithUser.session.createdTs - a.sessionWithUser.session.createdTs);
}

/**
 * The signed-in user of a browser's refresh cookies, for pages; null if none is valid. Extends the session when due.
 */
export async function findUserByCookies(ctx: Ctx, cookies: readonly string[]): Promise<SignedInUser | null> {
  const [resolved] = await resolveSessionsByCookies(ctx, cookies);
  if (!resolved) return null;
  const { session, user } = resolved.sessionWithUser;
  const isDue = ctx.now - session.lastSeenTs >= touchEveryMs(ctx, session.remember);
  if (isDue && !ctx.config.MAINTENANCE) {
    const idleExpiresTs = ctx.now + getIdleSeconds(ctx, session.remember) * 1000;
    const touch = ctx.db.update(sessions).set({ lastSeenTs: ctx.now, idleExpiresTs });
    ctx.later(touch.where(eq(sessions.id, session.id)).run());
    recordSighting(ctx, user, session.deviceKey);
  }
  return toSignedInUser(resolved.sessionWithUser);
}

export const isWithinGrace = (ctx: Ctx, spent: SpentToken) =>
  ctx.now <= spent.ts + ctx.config.REFRESH_GRACE_S * 1000;

/**
 * The state of a token in its session. `grace`: replaced, but within the grace period, so parallel tabs and lost
 * responses still work. `reused`: used after the grace period, so two parties hold it.
 */
function getTokenState(
  ctx: Ctx,
  session: SessionWithUser["session"],
  token: RefreshToken,
): "current" | "grace" | "reused" {
  if (session.tokenHash === token.hash) return "current";
  const spent = session.spentTokens.find(({ hash }) => hash === token.hash);
  return spent && isWithinGrace(ctx, spent) ? "grace" : "reused";
}

/** RFC 9700, 4.14.2: a reused token may come from a thief or from the owner, so the whole session ends. */
async function endReusedSession(ctx: Ctx, session: SessionWithUser["session"]): Promise<void> {
  await endSession(ctx, session.id);
  ctx.log.warn("refresh_token_reused", { session: session.id, user: session.userId });
}
