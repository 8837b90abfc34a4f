import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";

/**
 * Moves a user's mails to their new address, if `guard` holds. Sent mail stays in their export and erasure, because
 * the old address may later belong to another person. Unsent mail still goes to the address it was written for. Links
 * mailed to the old address end now.
 */
export const moveMails = (
  { db, now }: Pick<Ctx, "db" | "now">,
  { from, to }: { from: string; to: string },
  guard: SQL,
): Statement => {
  const waits = sql`${mailOutbox.state} = 'waiting'`;
  return db
    .update(mailOutbox)
    .set({
      recipient: sql`case when ${waits} then ${mailOutbox.recipient} else ${to} end`,
      kept: sql`case when ${waits} then 0 else ${mailOutbox.kept} end`,
      // SQLite's min of null is null, so mails without a link stay unchanged.
      linkEndsTs: sql`min(${mailOutbox.linkEndsTs}, ${now})`,
    })
    .where(and(eq(mailOutbox.recipient, from), guard));
};
