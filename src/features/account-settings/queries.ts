import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { sessions, users } from "@/db/schema";
import { deviceName } from "@/features/accounts";
import { formatCountry } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";

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
const findOwnSessions = (ctx: Ctx, userId: string, present: string) =>
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

type OwnSession = Awaited<ReturnType<typeof findOwnSessions>>[number];

/** A session as shown to its owner. */
export type Device = {
  sessionId: string;
  /** The session of this request. */
  present: boolean;
  name: string;
  /** The country's name; null if unknown. */
  place: string | null;
  lastSeenTs: number;
  createdTs: number;
};

/** A user's sessions: the present one first, then the most recently used. */
export async function ownDevices(ctx: Ctx, user: { id: string; sessionId: string }): Promise<Device[]> {
  const sessions = await findOwnSessions(ctx, user.id, user.sessionId);
  return sessions.map((session) => ({
    ...toDevice(ctx, session),
    present: session.id === user.sessionId,
  }));
}

const toDevice = (ctx: Ctx, session: OwnSession): Omit<Device, "present"> => ({
  sessionId: session.id,
  name: deviceName({ ...session, country: "" }) || ctx.t("accounts.unknownDevice"),
  place: countryName(session.country, ctx.locale),
  lastSeenTs: session.lastSeenTs,
  createdTs: session.createdTs,
});

/** A country's name: "Romania". Null for codes that Cloudflare uses for unknown (XX) and Tor (T1). */
function countryName(code: string, locale: Locale): string | null {
  if (!/^[A-Z]{2}$/.test(code) || code === "XX") return null;
  return formatCountry(code, locale);
}
