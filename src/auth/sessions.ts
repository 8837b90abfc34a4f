import { and, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { type SpentToken, sessions, users } from "@/db/schema";
import { unreadOf } from "@/db/unread";
import { mintRefreshToken, type RefreshToken, readRefreshToken } from "./refresh-token";

export const REFRESH_COOKIE = "refresh_token";
/** Without `remember_me`: the cookie ends with the browser, the session after a day at the latest. */
const PLAIN_ABSOLUTE_S = 24 * 3600;
/** Page use prolongs a session, written at most once a minute, but before a quarter of a shorter idleness is over. */
const touchEveryMs = (ctx: Ctx, remember: boolean) => Math.min(60_000, idleSeconds(ctx, remember) * 250);

type Person = { id: string };
type Device = { userAgent: string; country: string };

/**
 * A fresh session: the statement that stores it if `when` holds as the batch runs (and answers its id), its id, and the
 * refresh token for the cookie.
 */
export function openSession(ctx: Ctx, user: Person, remember: boolean, device: Device, when: SQL) {
  const token = mintRefreshToken(ctx.newSecret);
  const lifetime = remember ? ctx.config.REFRESH_REMEMBER_S : PLAIN_ABSOLUTE_S;
  const session = {
    id: token.sessionId,
    userId: user.id,
    tokenHash: token.hash,
    createdTs: ctx.now,
    lastSeenTs: ctx.now,
    absoluteExpiresTs: ctx.now + lifetime * 1000,
    idleExpiresTs: ctx.now + idleSeconds(ctx, remember) * 1000,
    remember,
    userAgent: device.userAgent.slice(0, 300),
    country: device.country.slice(0, 2),
  };
  return {
    sessionId: session.id,
    refreshToken: token.value,
    statement: insertWhere(ctx.db, sessions, session, when).returning({ id: sessions.id }),
  };
}

/** A remembered session is bounded by its absolute end alone; another also by idleness. */
export const idleSeconds = (ctx: Ctx, remember: boolean) =>
  remember ? ctx.config.REFRESH_REMEMBER_S : ctx.config.REFRESH_IDLE_S;

const SESSION_COLUMNS = {
  session: sessions,
  user: {
    id: users.id,
    email: users.email,
    emailVerifiedTs: users.emailVerifiedTs,
    role: users.role,
    firstName: users.firstName,
    lastName: users.lastName,
    canCreateAdmin: users.canCreateAdmin,
    profilePicture: users.profilePicture,
    pictureTs: users.pictureTs,
    unread: unreadOf(users.id),
  },
};

/** One indexed read: the live session of an id with its user, unless the user is disabled. */
export async function findSession(ctx: Ctx, sessionId: string) {
  const [row] = await ctx.db
    .select(SESSION_COLUMNS)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.idleExpiresTs, ctx.now),
        gt(sessions.absoluteExpiresTs, ctx.now),
        isNull(users.disabledTs),
      ),
    )
    .limit(1);
  return row ?? null;
}

export type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;

export function toVisitor({ session, user }: Found): Visitor {
  const { emailVerifiedTs, ...rest } = user;
  return { ...rest, sessionId: session.id, emailVerified: emailVerifiedTs !== null };
}

export const withinGrace = (ctx: Ctx, spent: SpentToken) =>
  ctx.now <= spent.ts + ctx.config.REFRESH_GRACE_S * 1000;

/**
 * What a token is to its session: the newest; spent a moment ago, and good for tabs that raced and answers that got
 * lost; or used again after that, which means that two people hold it.
 */
export function standing(
  ctx: Ctx,
  session: Found["session"],
  token: RefreshToken,
): "newest" | "graced" | "reused" {
  if (session.tokenHash === token.hash) return "newest";
  const spent = session.spentTokens.find((one) => one.hash === token.hash);
  return spent && withinGrace(ctx, spent) ? "graced" : "reused";
}

/** RFC 9700, 4.14.2: whoever uses a spent token may be a thief or the robbed one, so the whole session ends. */
export async function endReused(ctx: Ctx, session: Found["session"]): Promise<void> {
  await endSession(ctx, session.id);
  ctx.log.warn("refresh_token_reused", { session: session.id, user: session.userId });
}

/** The visitor behind a cookie, for pages; null when there is none. Prolongs the session now and then. */
export async function visitorOfCookie(ctx: Ctx, cookie: string): Promise<Visitor | null> {
  const token = readRefreshToken(cookie);
  const found = token && (await findSession(ctx, token.sessionId));
  if (!found) return null;
  const { session } = found;
  if (standing(ctx, session, token) === "reused") {
    await endReused(ctx, session);
    return null;
  }
  if (ctx.now - session.lastSeenTs >= touchEveryMs(ctx, session.remember)) {
    const idleExpiresTs = ctx.now + idleSeconds(ctx, session.remember) * 1000;
    const touch = ctx.db.update(sessions).set({ lastSeenTs: ctx.now, idleExpiresTs });
    ctx.later(touch.where(eq(sessions.id, session.id)).run());
  }
  return toVisitor(found);
}

/** The visitor behind an access token's claims; null when the session ended since. */
export async function visitorOfToken(
  ctx: Ctx,
  claims: { userId: string; sessionId: string },
): Promise<Visitor | null> {
  const found = await findSession(ctx, claims.sessionId);
  return found && found.user.id === claims.userId ? toVisitor(found) : null;
}

/** Ends a session; true when there was one. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const ended = await ctx.db
    .delete(sessions)
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/**
 * Ends all of a person's sessions, on every device, but the one named: a statement for the batch that calls for it.
 * With `when` only if that holds when the batch runs.
 */
export const endSessionsOf = (ctx: Ctx, userId: string, except?: string, when?: SQL): Statement =>
  ctx.db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), except === undefined ? undefined : ne(sessions.id, except), when),
    );
