import type { Ctx } from "@/context";
import { findPublicTitle, isVisibleListing, type ListingDetails, listListings } from "@/features/listings";
import { isReliable } from "@/shared/reply-time";
import { formatTeacherName } from "./names";

/** The teacher of a listing, as the sender of a message may see them. */
export type Recipient = {
  listingId: string;
  /** Null if the listing's text was never public, or is no longer. */
  title: string | null;
  teacher: string;
  /** `gone`: visitors may not see the listing; `own`: it is the visitor's. */
  status: "open" | "gone" | "own";
  /** The teacher's usual time to reply, in seconds; null if it is not known or the teacher often does not reply. */
  replyMedianS: number | null;
  /** Whether the listing does not say if a parent may be present (`isParentPresenceUnknown`). */
  isPresenceUnknown: boolean;
};

/** Whether a listing has lessons in person, and does not say that a parent may be present. */
export const isParentPresenceUnknown = ({
  locations,
  parentPresent,
}: Pick<ListingDetails, "locations" | "parentPresent">): boolean => locations.length > 0 && !parentPresent;

const GONE = { teacher: "", status: "gone", replyMedianS: null, isPresenceUnknown: false } as const;

/** The recipients of a message about these listings, in their order. Malformed and unknown ids are `gone`. */
export async function loadRecipients(ctx: Ctx, listingIds: readonly string[]): Promise<Recipient[]> {
  const found = new Map((await listListings(ctx, listingIds)).map((listing) => [listing.id, listing]));
  return listingIds.map((listingId) => {
    const listing = found.get(listingId);
    return listing ? toRecipient(ctx, listing) : { ...GONE, listingId, title: null };
  });
}

function toRecipient(ctx: Ctx, listing: ListingDetails): Recipient {
  const { id: listingId, title, owner } = listing;
  if (isVisibleListing(listing, ctx.now)) {
    const replyMedianS = isReliable(owner.replies) ? owner.replyMedianS : null;
    const status = owner.id === ctx.user?.id ? ("own" as const) : ("open" as const);
    const teacher = formatTeacherName(owner);
    return {
      listingId,
      title,
      teacher,
      status,
      replyMedianS,
      isPresenceUnknown: isParentPresenceUnknown(listing),
    };
  }
  return { ...GONE, listingId, title: findPublicTitle(listing, ctx.now) };
}
