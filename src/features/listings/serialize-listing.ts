import { toTimestampJson } from "@/shared/format";
import { roundPoint } from "@/shared/geo";
import { paths } from "@/shared/paths";
import { summarizeRating } from "@/shared/rating";
import type { ListingJson, OwnListingJson } from "@/shared/schemas/listing-json";
import { listCurrentDocuments, serializeCheckedDocument } from "./checked-documents";
import { fromListingColumns } from "./listing-columns";
import { getListingState } from "./listing-state";
import { getPictureFolder } from "./pictures/picture-storage";
import type { ListingDetails } from "./queries";
import type { Revision } from "./revisions/revisions";

/** A listing as public JSON, with its state at `now` (ms). */
export function serializeListing(listing: ListingDetails, now: number): ListingJson {
  const { state_reason, state_reasons, state_note, updated_ts, submitted_ts, ...fields } =
    serializeFields(listing);
  const point = fields.point && roundPoint(fields.point);
  return {
    ...fields,
    point,
    images: serializeImages(listing),
    checked: serializeChecked(listing, now),
    ...serializeTeacher(listing),
    state: getListingState(listing, now),
  };
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
    checked: serializeChecked(listing, now),
    ...serializeTeacher(listing),
    state: getListingState(listing, now),
    proposed: serializeRevision(revision),
  };
}

/** The rating, the picture, the languages and the reply share of the listing's teacher. */
function serializeTeacher({ owner }: ListingDetails): Pick<ListingJson, "rating" | "owner"> {
  const { id, profilePicture, pictureTs, languages, replies } = owner;
  const url = profilePicture && paths.profilePicture(id, profilePicture, { version: pictureTs });
  return { rating: summarizeRating(owner), owner: { profile_picture_url: url, languages, replies } };
}

export const serializeRevision = (revision: Revision | null) =>
  revision && {
    title: revision.title,
    description: revision.description,
    submitted_ts: toTimestampJson(revision.submittedTs),
    state_reason: revision.stateReasons?.[0] ?? null,
    state_reasons: revision.stateReasons ?? [],
    state_note: revision.stateNote,
  };

/** The JSON fields of a row for its owner, without the state, which depends on the time. */
export const serializeFields = ({
  owner: _,
  ...listing
}: Omit<ListingDetails, "num" | "state" | "owner" | "images" | "checked"> & { owner?: unknown }) => ({
  _id: listing.id,
  owner_id: listing.ownerId,
  ...fromListingColumns(listing),
  text_language: listing.textLanguage,
  price_per_hour: listing.pricePerHour,
  currency: "RON" as const,
  state_reason: listing.stateReasons?.[0] ?? null,
  state_reasons: listing.stateReasons ?? [],
  state_note: listing.stateNote,
  created_ts: toTimestampJson(listing.createdTs),
  updated_ts: toTimestampJson(listing.updatedTs),
  submitted_ts: toTimestampJson(listing.submittedTs),
  published_ts: toTimestampJson(listing.publishedTs),
  renewed_ts: toTimestampJson(listing.renewedTs),
  expires_ts: toTimestampJson(listing.expiresTs),
  version: listing.version,
});

/** The storage path of a listing's picture. */
export const toPicturePath = (listingId: string, file: string): string =>
  `${getPictureFolder(listingId)}/${file}`;

const serializeImages = ({ id, images }: ListingDetails) =>
  images.map(({ file, alt, width, height }) => ({ path: toPicturePath(id, file), alt, width, height }));

const serializeChecked = ({ checked }: ListingDetails, now: number) =>
  listCurrentDocuments(checked, now).map(serializeCheckedDocument);
