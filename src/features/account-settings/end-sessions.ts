import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import { endSessions } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { sessions } from "@/db/schema";

/**
 * Signs one of the visitor's devices out. A session that has ended or belongs to another user is left alone, and the
 * answer doesn't say which.
 * @returns whether it was the present device.
 */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<{ present: boolean }> {
  const user = requireUser(ctx);
  await ctx.commit([
    ctx.db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, user.id))),
  ]);
  return { present: sessionId === user.sessionId };
}

/** Signs the visitor out on every other device. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const user = requireUser(ctx);
  await ctx.commit([endSessions(ctx, user.id, user.sessionId)]);
}
