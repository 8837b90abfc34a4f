import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { compileCondition } from "@/db/bound-sql";
import { listings, users } from "@/db/schema";
import type { ListingState, StoredListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";

/** Time from publication or renewal to expiry (ms). */
export const PUBLICATION_PERIOD_MS = 90 * DAY_MS;

/** When a listing expires that is published or renewed now (ms): after 90 days, but not before a promotion of it ends. */
export const newExpirySql = (now: number, listingId: string) =>
  sql<number>`max(${now + PUBLICATION_PERIOD_MS}, coalesce((select max(ends_ts) from promotions
    where promotions.listing_id = ${listingId} and promotions.stopped_ts is null), 0))`;

/** The state that users see: a published listing past its `expiresTs` (ms) is expired. In SQL: `hasListingStateSql`. */
export function getListingState(
  listing: { state: StoredListingState; expiresTs: number | null },
  now: number,
): ListingState {
  const isPast = listing.expiresTs !== null && listing.expiresTs <= now;
  return listing.state === "published" && isPast ? "expired" : listing.state;
}

/**
 * Whether a row of `listings` has this state at `now` (ms), as `getListingState` computes it. `row` names the columns
 * of an aliased table.
 */
export function hasListingStateSql(
  state: ListingState,
  now: number,
  row: { state: SQLWrapper; expiresTs: SQLWrapper } = listings,
): SQL {
  // The state is a literal, so that the planner can use the partial indexes of published listings.
  if (state === "published") return sql`(${row.state} = 'published' and ${row.expiresTs} > ${now})`;
  if (state === "expired") return sql`(${row.state} = 'published' and ${row.expiresTs} <= ${now})`;
  return sql`${row.state} = ${state}`;
}

/**
 * Whether visitors may see a listing, on every page and in the API: a condition on `listings` joined with its owner in
 * `users`. An expiry takes effect at once, without a job. `now` in ms.
 */
export const isVisibleListingSql = (now: number): SQL =>
  sql`(${hasListingStateSql("published", now)} and ${users.disabledTs} is null)`;

/** The same for queries in `BoundSql`. */
export const isVisibleListingBoundSql = compileCondition(isVisibleListingSql);

/** Condition on `listings`: an admin removed it, and its content is not erased yet. */
export const isRemovedSql: SQL = sql`(${listings.removedFrom} is not null and ${listings.erasedTs} is null)`;

type ListingWithOwner = {
  state: StoredListingState;
  expiresTs: number | null;
  owner: { disabledTs: number | null };
};

/** `isVisibleListingSql` for a listing that was read. */
export const isVisibleListing = (listing: ListingWithOwner, now: number): boolean =>
  listing.owner.disabledTs === null && getListingState(listing, now) === "published";

/** The title of a listing that is public, paused or expired; null if its text is no longer public. */
export function findPublicTitle(
  listing: ListingWithOwner & { title: string; publishedTs: number | null },
  now: number,
): string | null {
  if (listing.publishedTs === null || listing.owner.disabledTs !== null) return null;
  const state = getListingState(listing, now);
  return state === "published" || state === "paused" || state === "expired" ? listing.title : null;
}

/** Actions of an owner on a listing, other than editing. */
export const OWNER_ACTIONS = ["submit", "pause", "resume", "renew", "delete"] as const;
export type OwnerAction = (typeof OWNER_ACTIONS)[number];

const ACTIONS_BY_STATE: Record<ListingState, readonly OwnerAction[]> = {
  draft: ["submit", "delete"],
  pending: ["delete"],
  rejected: ["delete"],
  published: ["pause", "renew", "delete"],
  paused: ["resume", "renew", "delete"],
  suspended: ["delete"],
  expired: ["renew", "delete"],
  deleted: [],
};

/**
 * Actions that the owner of a listing has. A paused listing past its `expiresTs` must be renewed before it is resumed.
 */
export function getOwnerActions(
  state: ListingState,
  expiresTs: number | null,
  now: number,
): readonly OwnerAction[] {
  const isPast = state === "paused" && expiresTs !== null && expiresTs <= now;
  return isPast ? ACTIONS_BY_STATE.paused.filter((action) => action !== "resume") : ACTIONS_BY_STATE[state];
}

export const canEditListing = (state: ListingState): boolean => state !== "suspended" && state !== "deleted";
