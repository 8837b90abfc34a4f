import { type SQL, sql } from "drizzle-orm";
import { listingRevisions, listings } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import type { Revision } from "./revisions";

/** Subject of a review: a new listing, or the revision of a published one. */
export type ReviewSubject = "listing" | "revision";

/**
 * What of a listing waits for a reviewer; null when nothing does. A revision may be read while the listing is paused or
 * expired too, but not while it is suspended.
 */
export function findReviewSubject(state: ListingState, revision: Revision | null): ReviewSubject | null {
  if (state === "pending") return "listing";
  const known = state === "published" || state === "paused" || state === "expired";
  return known && revision?.stateReason === null ? "revision" : null;
}

/** The same for all listings: rows of `id` and `submitted_ts` (ms), from the two indexes that hold what waits. */
export const reviewQueueQuery: SQL = sql`
  select ${listings.id} as id, ${listings.submittedTs} as submitted_ts from ${listings} where ${listings.state} = 'pending'
  union all
  select ${listings.id}, ${listingRevisions.submittedTs}
  from ${listingRevisions} cross join ${listings} on ${listings.id} = ${listingRevisions.listingId}
  where ${listingRevisions.stateReason} is null and ${listings.state} in ('published', 'paused')`;
