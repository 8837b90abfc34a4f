import type { Ctx } from "@/context";
import { deviceName } from "@/features/accounts";
import { formatCountry } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { findOwnSessions, type OwnSession } from "./queries";

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
