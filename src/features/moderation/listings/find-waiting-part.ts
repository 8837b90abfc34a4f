import { type SQL, sql } from "drizzle-orm";
import { listingRevisions, listings } from "@/db/schema";
import type { Revision } from "@/features/listings";
import type { ListingState } from "@/shared/codes";

/**
 * What waits for a decision: a new listing, or the revision of a published one; null if nothing does. The revision of a
 * suspended listing does not wait. In SQL: `pendingListingsSql`.
 */
export function findWaitingPart(
  state: ListingState,
  revision: Revision | null,
): "listing" | "revision" | null {
  if (state === "pending") return "listing";
  const isApproved = state === "published" || state === "paused" || state === "expired";
  return isApproved && revision?.stateReasons === null ? "revision" : null;
}

/** All pending listings and revisions: `id` and `ts` (ms). Reads only the indexes of pending rows. */
export const pendingListingsSql: SQL = sql`
  select ${listings.id} as id, ${listings.submittedTs} as ts from ${listings} where ${listings.state} = 'pending'
  union all
  select ${listings.id}, ${listingRevisions.submittedTs}
  from ${listingRevisions} cross join ${listings} on ${listings.id} = ${listingRevisions.listingId}
  where ${listingRevisions.stateReasons} is null and ${listings.state} in ('published', 'paused')`;
