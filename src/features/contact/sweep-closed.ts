import { lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { contactMessages } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** How long (ms) a closed message is kept, for questions that follow. */
const RETENTION_MS = 365 * DAY_MS;
/** Rows per run; the next run deletes more. */
const AT_ONCE = 500;

/** Deletes messages closed a year ago. The mails about them were deleted earlier. */
export async function sweepContactMessages({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const over = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(lte(contactMessages.closedTs, now - RETENTION_MS))
    .limit(AT_ONCE);
  await db.delete(contactMessages).where(sql`${contactMessages.id} in ${over}`);
}
