import { asc, eq, inArray, or } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listingEdits, listingImages, listings } from "@/db/schema";
import { wireTimestamp } from "@/shared/format";
import { pictureFolder } from "./pictures";

const time = (ts: number | null) => (ts === null ? null : wireTimestamp(ts));

/**
 * A person's listings, deleted ones too, as JSON for their export: with words that wait for a reviewer, and the paths of
 * pictures. Pictures that no listing took yet, or that the person put into somebody else's as an admin, stand beside.
 */
export async function listingsExport(ctx: Ctx, userId: string) {
  const own = ctx.db.select({ id: listings.id }).from(listings).where(eq(listings.ownerId, userId));
  // Not one batch: D1 answers that by column name, and a join has several of one name.
  const [rows, pictures] = await Promise.all([
    ctx.db
      .select({ listing: listings, words: listingEdits })
      .from(listings)
      .leftJoin(listingEdits, eq(listingEdits.listingId, listings.id))
      .where(eq(listings.ownerId, userId))
      .orderBy(asc(listings.createdTs), asc(listings.id)),
    ctx.db
      .select()
      .from(listingImages)
      .where(or(eq(listingImages.ownerId, userId), inArray(listingImages.listingId, own)))
      .orderBy(asc(listingImages.position), asc(listingImages.createdTs)),
  ]);
  const picturesOf = Map.groupBy(pictures, ({ listingId }) => listingId);
  const ids = new Set(rows.map(({ listing }) => listing.id));
  return {
    listings: rows.map(({ listing, words }) => ({
      ...wireListing(listing),
      proposed: words && {
        title: words.title,
        description: words.description,
        submitted_ts: wireTimestamp(words.submittedTs),
        state_reason: words.stateReason,
        state_note: words.stateNote,
      },
      images: (picturesOf.get(listing.id) ?? []).map(wirePicture),
    })),
    other_pictures: pictures.filter(({ listingId }) => !ids.has(listingId)).map(wirePicture),
  };
}

const wireListing = (listing: typeof listings.$inferSelect) => ({
  _id: listing.id,
  title: listing.title,
  description: listing.description,
  subject: listing.subject,
  levels: listing.levels,
  locations: listing.locations,
  online: listing.online,
  county: listing.county,
  neighbourhood: listing.neighbourhood,
  point:
    listing.latitude === null || listing.longitude === null
      ? null
      : { latitude: listing.latitude, longitude: listing.longitude },
  price: listing.price,
  session_minutes: listing.sessionMinutes,
  price_per_hour: listing.pricePerHour,
  currency: "RON",
  state: listing.state,
  state_reason: listing.stateReason,
  state_note: listing.stateNote,
  created_ts: wireTimestamp(listing.createdTs),
  updated_ts: wireTimestamp(listing.updatedTs),
  submitted_ts: time(listing.submittedTs),
  published_ts: time(listing.publishedTs),
  renewed_ts: time(listing.renewedTs),
  expires_ts: time(listing.expiresTs),
  deleted_ts: time(listing.deletedTs),
  version: listing.version,
});

const wirePicture = (picture: typeof listingImages.$inferSelect) => ({
  _id: picture.id,
  path: `${pictureFolder(picture.listingId)}/${picture.file}`,
  width: picture.width,
  height: picture.height,
  alt: picture.alt,
  /** Its place in the listing; null while no listing has taken it. */
  position: picture.position,
  created_ts: wireTimestamp(picture.createdTs),
});
