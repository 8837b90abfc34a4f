import { lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { contactMessages } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** How long (ms) a closed message is stored, for later questions. */
const RETENTION_MS = 365 * DAY_MS;
/** Rows per run; the next run deletes more. */
const BATCH_SIZE = 500;

/** Deletes messages closed a year ago. The mails about them were deleted earlier. */
export async function sweepContactMessages({ db, now }: Ctx): Promise<void> {
  const expired = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(lte(contactMessages.closedTs, now - RETENTION_MS))
    .limit(BATCH_SIZE);
  await db.delete(contactMessages).where(sql`${contactMessages.id} in ${expired}`);
}
