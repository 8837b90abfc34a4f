import { draftListingSchema, type ListingInput } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";

/** A picture in its place: the path at which it was stored, and what it shows in words. */
type PlacedImage = { path: string; alt: string };
/** What there is to save. */
export type ListingContent = { listing: ListingInput; images: readonly PlacedImage[] };

/** Why nothing can be saved yet: there is no subject, or something that no draft may hold. */
export type Hindrance = "subject" | "invalid";

/** A saved listing as it was written last: new words that wait for a reviewer count. */
export const toListingContent = ({ proposed, ...content }: OwnListingJson): ListingContent => ({
  listing: draftListingSchema.parse({
    ...content,
    ...(proposed && { title: proposed.title, description: proposed.description }),
  }),
  images: content.images.map(({ path, alt }) => ({ path, alt })),
});
