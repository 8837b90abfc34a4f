import { and, eq, isNotNull } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { toDay } from "@/shared/dates";

/** Whether the admin gets the tasks by mail. */
export async function hasTaskDigest(ctx: Ctx): Promise<boolean> {
  const { id } = requireAdmin(ctx);
  return (await ctx.db.$count(users, and(eq(users.id, id), isNotNull(users.taskDigestDay)))) > 0;
}

/** Saves whether the admin gets the tasks by mail, from tomorrow. */
export async function saveTaskDigestChoice(ctx: Ctx, isWanted: boolean): Promise<void> {
  const { id } = requireAdmin(ctx);
  await ctx.commit([
    ctx.db
      .update(users)
      .set({ taskDigestDay: isWanted ? toDay(ctx.now) : null })
      .where(eq(users.id, id)),
  ]);
}
