import { draftListingSchema, type ListingInput } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";

/** The content of a listing that is saved: its fields, and its stored pictures in order. */
export type ListingContent = {
  listing: ListingInput;
  images: readonly { path: string; alt: string }[];
};

/** Why nothing can be saved yet: the subject is missing, or a value is not allowed in a draft. */
export type SaveObstacle = "subject" | "invalid";

/** The latest saved content of a listing, including the text of a pending revision. */
export const toListingContent = ({ proposed, ...content }: OwnListingJson): ListingContent => ({
  listing: draftListingSchema.parse({
    ...content,
    languages: content.owner.languages,
    ...(proposed && { title: proposed.title, description: proposed.description }),
  }),
  images: content.images.map(({ path, alt }) => ({ path, alt })),
});
