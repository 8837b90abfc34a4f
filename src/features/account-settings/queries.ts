import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { oneTimeTokens, sessions, twoStep, users } from "@/db/schema";
import { deviceName } from "@/shared/device-name";
import { formatCountry } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";

/** Sessions on the page, the most recently used. */
const MAX_SESSIONS = 50;

/** The account data that the settings page shows, and the language of its mail. `newEmail` waits for its confirmation. */
export async function findAccountSettings(ctx: Ctx, userId: string) {
  const [account] = await ctx.db
    .select({
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      role: users.role,
      birthDate: users.birthDate,
      locale: users.locale,
      disabledTs: users.disabledTs,
      newEmail: oneTimeTokens.email,
      twoStep: { enabledTs: twoStep.enabledTs, recoveryHashes: twoStep.recoveryHashes },
    })
    .from(users)
    .leftJoin(
      oneTimeTokens,
      and(
        eq(oneTimeTokens.userId, users.id),
        eq(oneTimeTokens.purpose, "change_email"),
        isNull(oneTimeTokens.usedTs),
        gt(oneTimeTokens.expiresTs, ctx.now),
      ),
    )
    .leftJoin(twoStep, eq(twoStep.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return account ?? null;
}

export type AccountSettings = NonNullable<Awaited<ReturnType<typeof findAccountSettings>>>;

/** A user's live sessions: the current one first, then the most recently used. */
const listUserSessions = (ctx: Ctx, userId: string, currentSessionId: string) =>
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
    .orderBy(sql`${sessions.id} <> ${currentSessionId}`, desc(sessions.lastSeenTs), desc(sessions.createdTs))
    .limit(MAX_SESSIONS);

type SessionRow = Awaited<ReturnType<typeof listUserSessions>>[number];

/** A session as shown to its owner. */
export type Device = {
  sessionId: string;
  /** The session of this request. */
  isCurrent: boolean;
  name: string;
  /** The country's name; null if unknown. */
  country: string | null;
  lastSeenTs: number;
  createdTs: number;
};

/** The devices where a user is signed in: the current one first, then the most recently used. */
export async function listDevices(ctx: Ctx, user: { id: string; sessionId: string }): Promise<Device[]> {
  const sessions = await listUserSessions(ctx, user.id, user.sessionId);
  return sessions.map((session) => ({
    ...toDevice(ctx, session),
    isCurrent: session.id === user.sessionId,
  }));
}

const toDevice = (ctx: Ctx, session: SessionRow): Omit<Device, "isCurrent"> => ({
  sessionId: session.id,
  name: deviceName({ ...session, country: "" }) || ctx.t("accounts.unknownDevice"),
  country: toCountryName(session.country, ctx.locale),
  lastSeenTs: session.lastSeenTs,
  createdTs: session.createdTs,
});

/** A country's name: "Romania". Null for codes that Cloudflare uses for unknown (XX) and Tor (T1). */
function toCountryName(code: string, locale: Locale): string | null {
  if (!/^[A-Z]{2}$/.test(code) || code === "XX") return null;
  return formatCountry(code, locale);
}
