import { eq } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { type SpentToken, sessions } from "@/db/schema";
import { type RefreshToken, readRefreshToken } from "./refresh-token";
import { endSession, type Found, findSessions, idleSeconds, toVisitor } from "./sessions";

/** So many cookies of one name are looked at, the last ones: browsers send that of the path "/" behind others. */
const MOST_COOKIES = 8;
/** Page use prolongs a session, written at most once a minute, but before a quarter of a shorter idleness is over. */
const touchEveryMs = (ctx: Ctx, remember: boolean) => Math.min(60_000, idleSeconds(ctx, remember) * 250);

/** A session that a browser's cookies open, and the token that does. */
type OpenedSession = { token: RefreshToken; found: Found; rank: "newest" | "graced" };

/**
 * The live sessions that a browser's refresh cookies open, the one that began last first; one indexed read. A browser
 * may send several: one that was set for another path stands beside the site's own, and must not shut its owner out.
 */
export async function sessionsOfCookies(ctx: Ctx, cookies: readonly string[]): Promise<OpenedSession[]> {
  const tokens = [...new Set(cookies)]
    .flatMap((cookie) => readRefreshToken(cookie) ?? [])
    .slice(-MOST_COOKIES);
  if (tokens.length === 0) return [];
  const opened: OpenedSession[] = [];
  for (const found of await findSessions(ctx, [...new Set(tokens.map(({ sessionId }) => sessionId))])) {
    const ofIt = tokens
      .filter(({ sessionId }) => sessionId === found.session.id)
      .map((token) => ({ token, found, rank: standing(ctx, found.session, token) }));
    const best = ofIt.find(({ rank }) => rank === "newest") ?? ofIt.find(({ rank }) => rank === "graced");
    if (best) opened.push(best as OpenedSession);
    else await endReused(ctx, found.session);
  }
  return opened.sort((a, b) => b.found.session.createdTs - a.found.session.createdTs);
}

/** The visitor behind a browser's refresh cookies, for pages; null when there is none. Prolongs the session now and then. */
export async function visitorOfCookies(ctx: Ctx, cookies: readonly string[]): Promise<Visitor | null> {
  const [opened] = await sessionsOfCookies(ctx, cookies);
  if (!opened) return null;
  const { session } = opened.found;
  if (ctx.now - session.lastSeenTs >= touchEveryMs(ctx, session.remember)) {
    const idleExpiresTs = ctx.now + idleSeconds(ctx, session.remember) * 1000;
    const touch = ctx.db.update(sessions).set({ lastSeenTs: ctx.now, idleExpiresTs });
    ctx.later(touch.where(eq(sessions.id, session.id)).run());
  }
  return toVisitor(opened.found);
}

export const withinGrace = (ctx: Ctx, spent: SpentToken) =>
  ctx.now <= spent.ts + ctx.config.REFRESH_GRACE_S * 1000;

/**
 * What a token is to its session: the newest; spent a moment ago, and good for tabs that raced and answers that got
 * lost; or used again after that, which means that two people hold it.
 */
function standing(ctx: Ctx, session: Found["session"], token: RefreshToken): "newest" | "graced" | "reused" {
  if (session.tokenHash === token.hash) return "newest";
  const spent = session.spentTokens.find((one) => one.hash === token.hash);
  return spent && withinGrace(ctx, spent) ? "graced" : "reused";
}

/** RFC 9700, 4.14.2: whoever uses a spent token may be a thief or the robbed one, so the whole session ends. */
async function endReused(ctx: Ctx, session: Found["session"]): Promise<void> {
  await endSession(ctx, session.id);
  ctx.log.warn("refresh_token_reused", { session: session.id, user: session.userId });
}
