import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { NOTIFICATION_KINDS, PUSH_KINDS } from "@/shared/codes";
import { ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { type NotificationSettings, notificationChoicesSchema } from "@/shared/schemas/notifications";
import { getNotificationSettings } from "./get-notification-settings";

/** Saves what the signed-in user wants to get. */
export async function saveNotificationSettings(
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<Result<NotificationSettings>> {
  const { id } = requireUser(ctx);
  const parsed = validate(notificationChoicesSchema, input);
  if (!parsed.ok) return parsed;
  const { requests = (await getNotificationSettings(ctx)).requests, ...chosen } = parsed.value;
  const settings = { ...chosen, requests };
  const off = {
    mailOff: NOTIFICATION_KINDS.filter((kind) => !settings[kind].mail),
    pushOff: PUSH_KINDS.filter((kind) => !settings[kind].push),
  };
  await ctx.commit([ctx.db.update(users).set(off).where(eq(users.id, id))]);
  return ok(settings);
}
