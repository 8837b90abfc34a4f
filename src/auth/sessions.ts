import { createHash } from "node:crypto";
import { and, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import type { Ctx, Visitor } from "@/context";
import { sessions, users } from "@/db/schema";

export const REFRESH_COOKIE = "refresh_token";
/** Without `remember_me`: the cookie ends with the browser, the session after a day at the latest. */
const PLAIN_ABSOLUTE_S = 24 * 3600;
/** Page use prolongs a session, written at most once a minute. */
const TOUCH_EVERY_MS = 60_000;

/** Secrets at rest only as hashes. They are 256 random bits, so a plain SHA-256 is enough. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

type Person = { id: string; role: Visitor["role"] };
type Device = { userAgent: string; country: string };

/** A fresh session: the statement that stores it, and the refresh token for the cookie. */
export function openSession(ctx: Ctx, user: Person, remember: boolean, device: Device) {
  const refreshToken = ctx.newSecret();
  const lifetime = remember ? ctx.config.REFRESH_REMEMBER_S : PLAIN_ABSOLUTE_S;
  const session = {
    id: ctx.newId(),
    userId: user.id,
    tokenHash: hashSecret(refreshToken),
    createdTs: ctx.now,
    lastSeenTs: ctx.now,
    absoluteExpiresTs: ctx.now + lifetime * 1000,
    idleExpiresTs: ctx.now + idleSeconds(ctx, remember) * 1000,
    remember,
    userAgent: device.userAgent.slice(0, 300),
    country: device.country.slice(0, 2),
  };
  return { session, refreshToken, statement: ctx.db.insert(sessions).values(session) };
}

/** A remembered session is bounded by its absolute end alone; another also by idleness. */
const idleSeconds = (ctx: Ctx, remember: boolean) =>
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
  },
};

/** One indexed read: the live session that the condition names, with its user, unless the user is disabled. */
async function findSession(ctx: Ctx, which: SQL | undefined) {
  const [row] = await ctx.db
    .select(SESSION_COLUMNS)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        which,
        gt(sessions.idleExpiresTs, ctx.now),
        gt(sessions.absoluteExpiresTs, ctx.now),
        isNull(users.disabledTs),
      ),
    )
    .limit(1);
  return row ?? null;
}

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function toVisitor({ session, user }: Found): Visitor {
  const { emailVerifiedTs, ...rest } = user;
  return { ...rest, sessionId: session.id, emailVerified: emailVerifiedTs !== null };
}

/** Whether a token that is no longer the newest is still good: for tabs that raced and answers that got lost. */
const withinGrace = (ctx: Ctx, session: Found["session"]) =>
  session.rotatedTs !== null && ctx.now <= session.rotatedTs + ctx.config.REFRESH_GRACE_S * 1000;

const findByRefreshToken = (ctx: Ctx, hash: string) =>
  findSession(ctx, or(eq(sessions.tokenHash, hash), eq(sessions.previousTokenHash, hash)));

/** The visitor behind a cookie, for pages; null when there is none. Prolongs the session now and then. */
export async function visitorOfCookie(ctx: Ctx, refreshToken: string): Promise<Visitor | null> {
  const hash = hashSecret(refreshToken);
  const found = await findByRefreshToken(ctx, hash);
  if (!found || (found.session.tokenHash !== hash && !withinGrace(ctx, found.session))) return null;
  const { session } = found;
  if (ctx.now - session.lastSeenTs >= TOUCH_EVERY_MS) {
    const idleExpiresTs = ctx.now + idleSeconds(ctx, session.remember) * 1000;
    ctx.later(
      ctx.db
        .update(sessions)
        .set({ lastSeenTs: ctx.now, idleExpiresTs })
        .where(eq(sessions.id, session.id))
        .run(),
    );
  }
  return toVisitor(found);
}

/** The visitor behind an access token's claims; null when the session ended since. */
export async function visitorOfToken(
  ctx: Ctx,
  claims: { userId: string; sessionId: string },
): Promise<Visitor | null> {
  const found = await findSession(
    ctx,
    and(eq(sessions.id, claims.sessionId), eq(sessions.userId, claims.userId)),
  );
  return found ? toVisitor(found) : null;
}

export type Rotation =
  | { kind: "rotated"; visitor: Visitor; refreshToken: string; session: Found["session"] }
  /** Another tab was faster, within the grace: the person stays in, and that tab's cookie stands. */
  | { kind: "raced"; visitor: Visitor }
  | { kind: "refused" };

/**
 * Exchanges a refresh token for the next one by compare-and-set. The previous value is good for REFRESH_GRACE_S more
 * seconds; after that its use means that two people hold it, and the whole session ends (RFC 9700, 4.14.2).
 */
export async function rotateSession(ctx: Ctx, refreshToken: string): Promise<Rotation> {
  const hash = hashSecret(refreshToken);
  const found = await findByRefreshToken(ctx, hash);
  if (!found) return { kind: "refused" };
  const { session } = found;
  if (session.tokenHash === hash) {
    const next = ctx.newSecret();
    const [won] = await ctx.db
      .update(sessions)
      .set({
        tokenHash: hashSecret(next),
        previousTokenHash: hash,
        rotatedTs: ctx.now,
        lastSeenTs: ctx.now,
        idleExpiresTs: ctx.now + idleSeconds(ctx, session.remember) * 1000,
      })
      .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, hash)))
      .returning({ id: sessions.id });
    if (won) return { kind: "rotated", visitor: toVisitor(found), refreshToken: next, session };
    return { kind: "raced", visitor: toVisitor(found) };
  }
  if (withinGrace(ctx, session)) return { kind: "raced", visitor: toVisitor(found) };
  await ctx.db.delete(sessions).where(eq(sessions.id, session.id));
  ctx.log.warn("refresh_token_reused", { session: session.id, user: session.userId });
  return { kind: "refused" };
}

/** Ends a session; true when there was one. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const ended = await ctx.db
    .delete(sessions)
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
