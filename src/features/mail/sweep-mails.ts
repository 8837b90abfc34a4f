import { and, inArray, lte } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

const RETENTION_MS = 30 * DAY_MS;

/**
 * Deletes mails that were sent or failed a month ago. Until then a row shows what was sent, when and to whom, or can
 * be retried. `next_attempt_ts` is the end of the last claim, at most half a minute after the last attempt; it is in
 * the index by state, `sent_ts` is not.
 */
export async function sweepMails(ctx: Ctx): Promise<void> {
  await ctx.commit([
    ctx.db
      .delete(mailOutbox)
      .where(
        and(
          inArray(mailOutbox.state, ["sent", "dead"]),
          lte(mailOutbox.nextAttemptTs, ctx.now - RETENTION_MS),
        ),
      ),
  ]);
}
