import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { NOTIFICATION_KINDS, PUSH_KINDS } from "@/shared/codes";
import { ok, type Result } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { type NotificationSettings, notificationSettingsSchema } from "@/shared/schemas/notifications";

/** Saves what the signed-in user wants to get. */
export async function saveNotificationSettings(
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<Result<NotificationSettings>> {
  const { id } = requireUser(ctx);
  const parsed = validate(notificationSettingsSchema, input);
  if (!parsed.ok) return parsed;
  const settings = parsed.value;
  const off = {
    mailOff: NOTIFICATION_KINDS.filter((kind) => !settings[kind].mail),
    pushOff: PUSH_KINDS.filter((kind) => !settings[kind].push),
  };
  await ctx.commit([ctx.db.update(users).set(off).where(eq(users.id, id))]);
  return ok(settings);
}
