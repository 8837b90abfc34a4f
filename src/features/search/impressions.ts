import type { Ctx } from "@/context";
import type { ListingCardRow } from "@/features/listings";

/** Impression events for the listings of a page, except the visitor's own listings. */
export function toImpressions(
  { user }: Ctx,
  { promoted, others }: { promoted: readonly ListingCardRow[]; others: readonly ListingCardRow[] },
) {
  const events = (cards: readonly ListingCardRow[], kind: "impression" | "promoted_impression") =>
    cards.filter(({ ownerId }) => ownerId !== user?.id).map(({ id }) => ({ listingId: id, kind }));
  return [...events(promoted, "promoted_impression"), ...events(others, "impression")];
}
