import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { otherAdminExistsSql } from "@/auth/other-admins";
import type { Ctx } from "@/context";
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

/**
 * All pending listings and revisions, without the admin's own if another admin decides about them: `id` and `ts` (ms).
 * Reads only the indexes of pending rows, and these listings.
 */
export const pendingListingsSql = (ctx: Ctx): SQL => {
  const admin = requireAdmin(ctx);
  const isOwnSql = sql`(${listings.ownerId} = ${admin.id} and ${otherAdminExistsSql})`;
  return sql`
  select ${listings.id} as id, ${listings.submittedTs} as ts from ${listings}
  where ${listings.state} = 'pending' and not ${isOwnSql}
  union all
  select ${listings.id}, ${listingRevisions.submittedTs}
  from ${listingRevisions} cross join ${listings} on ${listings.id} = ${listingRevisions.listingId}
  where ${listingRevisions.stateReasons} is null and ${listings.state} in ('published', 'paused') and not ${isOwnSql}`;
};
