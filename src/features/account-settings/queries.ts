import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { sessions, users } from "@/db/schema";

/** Sessions on the page, the most recently used; more would be too many to look through. */
const MOST_SESSIONS = 50;

/** What the settings page shows of an account, with the language of its mail. */
export async function findOwnSettings(ctx: Ctx, userId: string) {
  const [account] = await ctx.db
    .select({
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      role: users.role,
      birthDate: users.birthDate,
      locale: users.locale,
      disabledTs: users.disabledTs,
    })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return account ?? null;
}

export type OwnSettings = NonNullable<Awaited<ReturnType<typeof findOwnSettings>>>;

/** A user's live sessions: the present one first, then the most recently used. */
export const findOwnSessions = (ctx: Ctx, userId: string, present: string) =>
  ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      country: sessions.country,
      createdTs: sessions.createdTs,
      lastSeenTs: sessions.lastSeenTs,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.idleExpiresTs, ctx.now),
        gt(sessions.absoluteExpiresTs, ctx.now),
      ),
    )
    .orderBy(sql`${sessions.id} <> ${present}`, desc(sessions.lastSeenTs), desc(sessions.createdTs))
    .limit(MOST_SESSIONS);

export type OwnSession = Awaited<ReturnType<typeof findOwnSessions>>[number];
