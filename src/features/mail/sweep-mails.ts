import { and, inArray, lte } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

const RETENTION_MS = 30 * DAY_MS;

/**
 * Takes out mails that were sent or given up a month ago: until then a row says that a mail left, when and to whom, or
 * can be looked into and tried again. After its last try `next_attempt_ts` is the end of that one's claim, half a minute
 * at most after it, and stands in the index beside the state; `sent_ts` does not.
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
