import { lte, or } from "drizzle-orm";
import type { Ctx } from "@/context";
import { idempotencyKeys, limitCounters, oneTimeTokens, sessions } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** Deletes expired sessions, mailed tokens, counters and stored idempotent answers. Nothing reads them any more. */
export async function sweepExpiredAuthRows(ctx: Ctx): Promise<void> {
  const yesterday = ctx.now - DAY_MS;
  await ctx.commit([
    ctx.db
      .delete(sessions)
      .where(or(lte(sessions.absoluteExpiresTs, ctx.now), lte(sessions.idleExpiresTs, ctx.now))),
    ctx.db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresTs, ctx.now - 30 * DAY_MS)),
    ctx.db.delete(limitCounters).where(lte(limitCounters.windowStartTs, yesterday)),
    ctx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdTs, yesterday)),
  ]);
}
