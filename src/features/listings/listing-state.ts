import { type SQL, sql } from "drizzle-orm";
import { listings, users } from "@/db/schema";
import type { ListingState, StoredListingState } from "@/shared/codes";

/**
 * What a visitor may see, for list, page, home, sitemap and calls alike: a condition on `listings` joined with its
 * owner in `users`. `now` in ms. An expiry counts at once; no job has to notice it first.
 */
export const isVisibleListing = (now: number): SQL =>
  sql`(${listings.state} = 'published' and ${listings.expiresTs} > ${now} and ${users.disabledTs} is null)`;

/** The state as people know it: a published listing past its `expiresTs` (ms) is expired. */
export function getListingState(
  listing: { state: StoredListingState; expiresTs: number | null },
  now: number,
): ListingState {
  const over = listing.expiresTs !== null && listing.expiresTs <= now;
  return listing.state === "published" && over ? "expired" : listing.state;
}
