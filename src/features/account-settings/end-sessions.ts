import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import { endSessionsStatements } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { pushSubscriptions, sessions } from "@/db/schema";

/**
 * Signs out one of the visitor's devices. Ignores a session that has ended or belongs to another user; the result
 * doesn't reveal which.
 * @returns whether it was the current device.
 */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<{ isCurrent: boolean }> {
  const user = requireUser(ctx);
  await ctx.commit([
    ctx.db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.userId, user.id))),
    ctx.db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, user.id))),
  ]);
  return { isCurrent: sessionId === user.sessionId };
}

/** Signs the visitor out on every other device. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const user = requireUser(ctx);
  await ctx.commit(endSessionsStatements(ctx, user.id, user.sessionId));
}
