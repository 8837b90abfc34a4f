import { lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { contactMessages } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** So long (ms) a message is kept after an admin was done with it: until nobody comes back to it any more. */
const RETENTION_MS = 365 * DAY_MS;
/** In one run; the others come next. */
const AT_ONCE = 500;

/** Deletes messages that were answered a year ago. The mails about them went long before. */
export async function sweepContactMessages({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const over = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(lte(contactMessages.closedTs, now - RETENTION_MS))
    .limit(AT_ONCE);
  await db.delete(contactMessages).where(sql`${contactMessages.id} in ${over}`);
}
