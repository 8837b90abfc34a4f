import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { NOTIFICATION_KINDS, type NotificationKind, PUSH_KINDS } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import type { NotificationSettings } from "@/shared/schemas/notifications";

/** What the signed-in user wants to get. @throws Refused `unauthenticated` if the account was erased meanwhile. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { id } = requireUser(ctx);
  const { mailOff, pushOff } = users;
  const [off] = await ctx.db.select({ mailOff, pushOff }).from(users).where(eq(users.id, id));
  if (!off) throw new Refused({ code: "unauthenticated" });
  const isPushed = (kind: NotificationKind) => PUSH_KINDS.some((pushed) => pushed === kind);
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [
      kind,
      {
        mail: !off.mailOff.includes(kind),
        push: isPushed(kind) && !off.pushOff.some((pushed) => pushed === kind),
      },
    ]),
  ) as NotificationSettings;
}
