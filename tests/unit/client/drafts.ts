import type { ListingContent } from "@client/drafts/listing-content";
import { draftListingSchema } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";

/** A mathematics listing with the given title. */
export const createContent = (title: string, images: ListingContent["images"] = []): ListingContent => ({
  listing: draftListingSchema.parse({ subject: "m", title }),
  images,
});
/** The listing as the server returns it. */
export const listingJson = (content: ListingContent, version: number, state = "draft") =>
  ({
    _id: "a",
    ...content.listing,
    owner: { languages: content.listing.languages },
    images: content.images,
    proposed: null,
    state,
    version,
  }) as unknown as OwnListingJson;
