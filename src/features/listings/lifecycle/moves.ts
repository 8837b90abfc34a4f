import type { Ctx } from "@/context";
import type { ListingState } from "@/shared/codes";
import { type Refusal, refuse } from "@/shared/errors";
import { findListing, type ListingDetails } from "../queries";

/** Actions of an owner on a listing, other than editing. */
export const OWNER_MOVES = ["submit", "pause", "resume", "renew", "delete"] as const;
export type OwnerMove = (typeof OWNER_MOVES)[number];

/** The moves that each state allows its owner; a paused listing past its time is renewed before it is resumed. */
const ALLOWED: Record<ListingState, readonly OwnerMove[]> = {
  draft: ["submit", "delete"],
  pending: ["delete"],
  rejected: ["delete"],
  published: ["pause", "renew", "delete"],
  paused: ["resume", "renew", "delete"],
  suspended: ["delete"],
  expired: ["renew", "delete"],
  deleted: [],
};

/** Actions available to the owner of a listing in this state. */
export function openMoves(state: ListingState, expiresTs: number | null, now: number): readonly OwnerMove[] {
  const overtime = state === "paused" && expiresTs !== null && expiresTs <= now;
  return overtime ? ALLOWED.paused.filter((move) => move !== "resume") : ALLOWED[state];
}

export const canEditListing = (state: ListingState): boolean => state !== "suspended" && state !== "deleted";

/** Why the user's listing did not change state: not found or not theirs, deleted, or in the wrong state. */
export async function refuseMove(ctx: Ctx, id: string): Promise<{ ok: false; refusal: Refusal }> {
  const listing = await findListing(ctx, id);
  if (listing?.ownerId !== ctx.user?.id || !listing) return refuse("not_found");
  if (listing.state === "deleted") return refuseDeleted(listing);
  return refuse("conflict", { reason: "wrong_state" });
}

/** A published listing was known to visitors, so its URL answers that it is gone. */
export const refuseDeleted = ({ publishedTs }: Pick<ListingDetails, "publishedTs">) =>
  refuse(publishedTs === null ? "not_found" : "gone");
