import { and, eq, ne, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { pushSubscriptions, users } from "@/db/schema";
import { deviceName } from "@/shared/device-name";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { isAllowedPushEndpoint } from "@/shared/push-endpoint";
import type { PushSubscriptionInput } from "@/shared/schemas/push";

/** Devices of one user that get push messages. */
export const MAX_PUSH_DEVICES = 20;

/**
 * Saves a browser's push subscription for the signed-in user. A browser belongs to the user who saved it last; saving
 * it again updates its keys. `userAgent` names the device.
 * @returns `not_found` without the VAPID settings, `invalid`, or `conflict` (`too_many_push_devices`)
 */
export async function savePushSubscription(
  ctx: Ctx,
  { endpoint, keys }: PushSubscriptionInput,
  userAgent: string,
): Promise<Result<{ id: string; device: string; createdTs: number }>> {
  const user = requireUser(ctx);
  if (ctx.push === null) return refuse("not_found");
  if (!isAllowedPushEndpoint(endpoint, ctx.config.SITE_URL)) {
    return invalid([{ field: "endpoint", code: "invalid" }]);
  }
  const changed = { ...keys, device: deviceName({ userAgent, country: "" }), sessionId: user.sessionId };
  const isBelowLimitSql = sql`(select count(*) from ${pushSubscriptions}
    where user_id = ${user.id} and endpoint <> ${endpoint}) < ${MAX_PUSH_DEVICES}`;
  const [, saved] = await ctx.commit([
    // With the messages to another user of this browser that still wait.
    ctx.db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, user.id))),
    insertWhere(
      ctx.db,
      pushSubscriptions,
      { id: ctx.newId(), userId: user.id, endpoint, createdTs: ctx.now, ...changed },
      sql`${isBelowLimitSql} and ${hasAccountSql(eq(users.id, user.id))}`,
    )
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: changed })
      .returning({
        id: pushSubscriptions.id,
        device: pushSubscriptions.device,
        createdTs: pushSubscriptions.createdTs,
      }),
  ]);
  const [row] = saved as { id: string; device: string; createdTs: number }[];
  return row
    ? ok(row)
    : refuse("conflict", { reason: "too_many_push_devices", params: { max: MAX_PUSH_DEVICES } });
}
