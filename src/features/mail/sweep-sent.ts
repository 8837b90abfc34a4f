import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

const KEPT_MS = 30 * DAY_MS;

/**
 * Takes out mails that were sent a month ago: until then a row says that a mail left, when and to whom. What was given
 * up stays for whoever looks into it. A sent mail's `next_attempt_ts` is the end of its claim, half a minute at most
 * after it left, and stands in the index beside the state; `sent_ts` does not.
 */
export async function sweepSent(ctx: Ctx): Promise<void> {
  await ctx.commit([
    ctx.db
      .delete(mailOutbox)
      .where(and(eq(mailOutbox.state, "sent"), lte(mailOutbox.nextAttemptTs, ctx.now - KEPT_MS))),
  ]);
}
