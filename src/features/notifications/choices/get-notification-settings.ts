import { eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { Refused } from "@/shared/errors";
import type { NotificationSettings } from "@/shared/schemas/notifications";

/** What the signed-in user wants to get. @throws Refused `unauthenticated` if the account was erased meanwhile. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { id } = requireUser(ctx);
  const { mailOff, pushOff } = users;
  const [off] = await ctx.db.select({ mailOff, pushOff }).from(users).where(eq(users.id, id));
  if (!off) throw new Refused({ code: "unauthenticated" });
  const both = (kind: "enquiries" | "alerts") => ({
    mail: !off.mailOff.includes(kind),
    push: !off.pushOff.includes(kind),
  });
  const mailOnly = (kind: "reviews" | "listings" | "news") =>
    ({ mail: !off.mailOff.includes(kind), push: false }) as const;
  return {
    enquiries: both("enquiries"),
    reviews: mailOnly("reviews"),
    listings: mailOnly("listings"),
    alerts: both("alerts"),
    news: mailOnly("news"),
  };
}
