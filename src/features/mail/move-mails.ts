import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { mailOutbox } from "@/db/schema";

/**
 * Follows somebody to another address, if `guard` holds: what was mailed stays theirs, to be told and to be erased, and
 * nothing is left under an address that may be somebody else's by then. What still waits goes where it was meant to go.
 * Links that were mailed to the old address lead nowhere from now on, so they are over.
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
