import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { sessions } from "@/db/schema";
import { sessionsOfCookies, withinGrace } from "./cookie-sessions";
import { nextRefreshToken, type RefreshToken } from "./refresh-token";
import { type Found, findSession, idleSeconds, toVisitor } from "./sessions";

/** Within the grace one person's tabs rotate a handful of times; more are not remembered. */
const MOST_SPENT_TOKENS = 20;

export type Rotation =
  /** `cookieSeconds` is how long a remembered session's cookie still lives; absent, it ends with the browser. */
  | { kind: "rotated"; visitor: Visitor; refreshToken: string; cookieSeconds?: number }
  /** Another tab was faster, within the grace: the person stays in, and that tab's cookie stands. */
  | { kind: "raced"; visitor: Visitor }
  | { kind: "refused" };

/**
 * Exchanges the refresh token in a browser's cookies for the next one by compare-and-set. The value before is good for REFRESH_GRACE_S more
 * seconds; its use after that ends the whole session. `retryKey` is the Idempotency-Key of the request: whoever asks
 * again under the same one, since the answer got lost, gets the same next token, while a tab that raced gets none.
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
  // Somebody was faster since the read: another tab, or a sign-out.
  const still = await findSession(ctx, token.sessionId);
  return still ? toRacer(ctx, still, next) : { kind: "refused" };
}

/** The same next token each time a request is repeated, without keeping it: only its hash is at rest. */
const derived = (ctx: Ctx, token: RefreshToken, retryKey: string) => () =>
  createHmac("sha256", ctx.config.JWT_SECRET)
    .update(`next refresh token\n${token.value}\n${retryKey}`)
    .digest("base64url");

function toWinner(ctx: Ctx, found: Found, { value }: RefreshToken): Rotation {
  const { remember, absoluteExpiresTs } = found.session;
  const cookieSeconds = remember ? { cookieSeconds: Math.ceil((absoluteExpiresTs - ctx.now) / 1000) } : {};
  return { kind: "rotated", visitor: toVisitor(found), refreshToken: value, ...cookieSeconds };
}

/** Who comes second is a racer, unless the newest token is the one that their own lost answer held. */
const toRacer = (ctx: Ctx, found: Found, next: RefreshToken): Rotation =>
  found.session.tokenHash === next.hash
    ? toWinner(ctx, found, next)
    : { kind: "raced", visitor: toVisitor(found) };

/** True when the token was still the newest one. */
async function replaceToken(ctx: Ctx, session: Found["session"], token: RefreshToken, next: RefreshToken) {
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
