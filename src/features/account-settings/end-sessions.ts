import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import { endSessionsOf } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { sessions } from "@/db/schema";

/**
 * Signs one of the visitor's devices out. One that is signed out already, or somebody else's, is left as it is: the
 * visitor's wish is fulfilled, and of other people's sessions nothing is told.
 * @returns whether it was the present device.
 */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<{ present: boolean }> {
  const user = requireUser(ctx);
  await ctx.commit([
    ctx.db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, user.id))),
  ]);
  return { present: sessionId === user.sessionId };
}

/** Signs the visitor out everywhere but here. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  const user = requireUser(ctx);
  await ctx.commit([endSessionsOf(ctx, user.id, user.sessionId)]);
}
