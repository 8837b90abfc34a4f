import { type SQL, sql } from "drizzle-orm";
import { listingEdits, listings } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import type { ProposedWords } from "./proposed-words";

/** What a reviewer reads: a listing that is new to readers, or new words of one that they know. */
export type Reviewed = "listing" | "words";

/**
 * What of a listing waits for a reviewer; null when nothing does. New words may be read while the listing is paused or
 * expired too, but not while it is suspended.
 */
export function waitingFor(state: ListingState, words: ProposedWords | null): Reviewed | null {
  if (state === "pending") return "listing";
  const known = state === "published" || state === "paused" || state === "expired";
  return known && words?.stateReason === null ? "words" : null;
}

/** The same for all listings: rows of `id` and `submitted_ts` (ms), from the two indexes that hold what waits. */
export const reviewQueue: SQL = sql`
  select ${listings.id} as id, ${listings.submittedTs} as submitted_ts from ${listings} where ${listings.state} = 'pending'
  union all
  select ${listings.id}, ${listingEdits.submittedTs}
  from ${listingEdits} cross join ${listings} on ${listings.id} = ${listingEdits.listingId}
  where ${listingEdits.stateReason} is null and ${listings.state} in ('published', 'paused')`;
