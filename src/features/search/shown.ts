import type { Ctx } from "@/context";
import type { ListingCard } from "@/features/listings";

/** What a page of listings counts as shown; one's own are not. */
export function shownBy(
  { user }: Pick<Ctx, "user">,
  { promoted, others }: { promoted: readonly ListingCard[]; others: readonly ListingCard[] },
) {
  const events = (cards: readonly ListingCard[], kind: "impression" | "promoted_impression") =>
    cards.filter(({ ownerId }) => ownerId !== user?.id).map(({ id }) => ({ listingId: id, kind }));
  return [...events(promoted, "promoted_impression"), ...events(others, "impression")];
}
