import { serializeTimestamp } from "@/shared/format";
import { roundPoint } from "@/shared/geo";
import type { ListingJson, OwnListingJson } from "@/shared/schemas/listing-json";
import { pointOf } from "./listing-fields";
import { getListingState } from "./listing-state";
import { listingPictureFolder } from "./pictures/placed-pictures";
import type { ListingDetails } from "./queries";
import type { Revision } from "./review/revisions";

/** A listing as public JSON, with its state at `now` (ms). */
export function serializeListing(listing: ListingDetails, now: number): ListingJson {
  const { state_reason, state_note, updated_ts, submitted_ts, ...fields } = serializeFields(listing);
  const point = fields.point && roundPoint(fields.point);
  return { ...fields, point, images: serializeImages(listing), state: getListingState(listing, now) };
}

/** A listing with its revision as JSON for its owner and for admins. */
export function serializeOwnListing(
  listing: ListingDetails,
  revision: Revision | null,
  now: number,
): OwnListingJson {
  return {
    ...serializeFields(listing),
    images: serializeImages(listing),
    state: getListingState(listing, now),
    proposed: serializeRevision(revision),
  };
}

export const serializeRevision = (revision: Revision | null) =>
  revision && {
    title: revision.title,
    description: revision.description,
    submitted_ts: serializeTimestamp(revision.submittedTs),
    state_reason: revision.stateReason,
    state_note: revision.stateNote,
  };

type Fields = Omit<ListingDetails, "num" | "state" | "owner" | "images">;

/** The JSON fields of a row for its owner, without the state, which depends on the time. */
export const serializeFields = (listing: Fields) => ({
  _id: listing.id,
  owner_id: listing.ownerId,
  title: listing.title,
  description: listing.description,
  subject: listing.subject,
  levels: listing.levels,
  locations: listing.locations,
  online: listing.online,
  county: listing.county,
  neighbourhood: listing.neighbourhood,
  point: pointOf(listing),
  price: listing.price,
  session_minutes: listing.sessionMinutes,
  price_per_hour: listing.pricePerHour,
  currency: "RON" as const,
  state_reason: listing.stateReason,
  state_note: listing.stateNote,
  created_ts: serializeTimestamp(listing.createdTs),
  updated_ts: serializeTimestamp(listing.updatedTs),
  submitted_ts: time(listing.submittedTs),
  published_ts: time(listing.publishedTs),
  renewed_ts: time(listing.renewedTs),
  expires_ts: time(listing.expiresTs),
  version: listing.version,
});

/** The path of one of a listing's pictures, as the storage calls name it. */
export const picturePath = (listingId: string, file: string): string =>
  `${listingPictureFolder(listingId)}/${file}`;

const serializeImages = ({ id, images }: ListingDetails) =>
  images.map(({ file, alt, width, height }) => ({ path: picturePath(id, file), alt, width, height }));

const time = (ts: number | null) => (ts === null ? null : serializeTimestamp(ts));
