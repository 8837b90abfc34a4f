import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { shortlistEntries } from "@/db/schema";
import { MAX_ACCOUNT_SHORTLIST } from "@/shared/shortlist";

/**
 * Adds the shortlist of the visitor's cookie (`ids`, newest first) to an account, in front of what is on it. Above the
 * limit, entries with a note and the newest ones stay; the second statement returns a row for each that is left out.
 * No statements without `ids`.
 */
export function mergeShortlistStatements(
  { db, now }: Ctx,
  { userId, ids }: { userId: string; ids: readonly string[] },
  guard: SQL,
) {
  if (ids.length === 0) return [];
  return [
    db
      .insert(shortlistEntries)
      .select(
        sql`select ${userId}, value, '', ${now} - key, 1 from json_each(${JSON.stringify(ids)}) where ${guard}`,
      )
      .onConflictDoNothing(),
    db
      .delete(shortlistEntries)
      .where(
        sql`${shortlistEntries.userId} = ${userId} and ${guard} and ${shortlistEntries.listingId} not in (
          select listing_id from ${shortlistEntries} where user_id = ${userId}
          order by note = '', created_ts desc, listing_id limit ${MAX_ACCOUNT_SHORTLIST})`,
      )
      .returning({ listingId: shortlistEntries.listingId }),
  ];
}
