import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { deleteInBatches } from "@/db/delete-in-batches";
import { mailOutbox } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** How long a mail that was sent or failed stays (ms). */
export const MAIL_RETENTION_MS = 30 * DAY_MS;

/**
 * Deletes mails that were sent or failed a month ago. Until then a row shows what was sent, when and to whom, or can
 * be retried. `next_attempt_ts` is the end of the last claim, at most half a minute after the last attempt; it is in
 * the index by state, `sent_ts` is not.
 */
export async function sweepMails({ db, now }: Ctx): Promise<void> {
  for (const state of ["sent", "dead"] as const)
    await deleteInBatches(
      db,
      mailOutbox,
      sql`${mailOutbox.state} = ${state} and ${mailOutbox.nextAttemptTs} <= ${now - MAIL_RETENTION_MS}`,
    );
}
