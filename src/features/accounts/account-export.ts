import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { knownDevices, oneTimeTokens, sessions } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";

/** How a user signs in, as JSON for their export, without password and token hashes. */
export async function exportAccount(ctx: Ctx, userId: string) {
  const [open, devices, tokens] = await ctx.db.batch([
    ctx.db
      .select({
        _id: sessions.id,
        createdTs: sessions.createdTs,
        lastSeenTs: sessions.lastSeenTs,
        idleExpiresTs: sessions.idleExpiresTs,
        absoluteExpiresTs: sessions.absoluteExpiresTs,
        remember: sessions.remember,
        userAgent: sessions.userAgent,
        country: sessions.country,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(sessions.createdTs),
    ctx.db
      .select({ device: knownDevices.device, firstTs: knownDevices.firstTs, lastTs: knownDevices.lastTs })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId))
      .orderBy(knownDevices.firstTs),
    ctx.db
      .select({
        purpose: oneTimeTokens.purpose,
        email: oneTimeTokens.email,
        createdTs: oneTimeTokens.createdTs,
        expiresTs: oneTimeTokens.expiresTs,
        usedTs: oneTimeTokens.usedTs,
      })
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.userId, userId))
      .orderBy(oneTimeTokens.createdTs),
  ]);
  return {
    sessions: open.map((session) => ({
      _id: session._id,
      created_ts: serializeTimestamp(session.createdTs),
      last_seen_ts: serializeTimestamp(session.lastSeenTs),
      idle_expires_ts: serializeTimestamp(session.idleExpiresTs),
      absolute_expires_ts: serializeTimestamp(session.absoluteExpiresTs),
      remember: session.remember,
      user_agent: session.userAgent,
      country: session.country,
    })),
    known_devices: devices.map(({ device, firstTs, lastTs }) => ({
      device,
      first_ts: serializeTimestamp(firstTs),
      last_ts: serializeTimestamp(lastTs),
    })),
    one_time_tokens: tokens.map((token) => ({
      purpose: token.purpose,
      email: token.email,
      created_ts: serializeTimestamp(token.createdTs),
      expires_ts: serializeTimestamp(token.expiresTs),
      used_ts: token.usedTs === null ? null : serializeTimestamp(token.usedTs),
    })),
  };
}
