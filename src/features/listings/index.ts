export { approveListing } from "./approve-listing";
export { findReviewRule } from "./banned-words";
export { type ListingCardRow, listingCards, listingPicture } from "./cards";
export { eraseListings } from "./erase";
export { exportListings } from "./export";
export { ListingActions } from "./listing-actions";
export { ListingFormPage } from "./listing-form-page";
export { listingsInState, withRevisions } from "./listings-in-state";
export { mergeTextIndexes } from "./merge-text-indexes";
export { canEdit } from "./moves";
export { refusePictures, seesPicture } from "./named-picture";
export { listingPictureKey } from "./pictures";
export { prepareListingPicture } from "./prepare-picture";
export { PreviewBar } from "./preview-bar";
export { previewForm } from "./preview-form";
export { purgeListings } from "./purge-listings";
export {
  findListing,
  findOwnListing,
  findVisibleListing,
  findVisibleListings,
  type ListingDetails,
  listingOwnerContact,
  visibleListingsAfter,
} from "./queries";
export { reinstateListing } from "./reinstate-listing";
export { rejectListing } from "./reject-listing";
export { remindExpiring } from "./remind-expiring";
export { removeListingPicture } from "./remove-picture";
export { ReturnedNotice } from "./returned-notice";
export { type Reviewed, reviewQueue, waitingFor } from "./review-queue";
export { findRevision, type Revision } from "./revisions";
export {
  CELL_STEPS,
  COUNTED_CELL,
  codeWord,
  countScope,
  type GeoCell,
  levelBits,
  locationBits,
  PRICE_BANDS,
} from "./search-codes";
export {
  POSITIONS_PER_ROTATION_KEY,
  PRICE_NUMS,
  positionSql,
  reindexListing,
  reindexListings,
} from "./search-index";
export { readSentForm } from "./sent-form";
export { serializeListing, serializeOwnListing } from "./serialize-listing";
export { suspendListing } from "./suspend-listing";
export { sweepExpiredListings } from "./sweep-expired";
export { sweepPictures } from "./sweep-pictures";
export { listingState, visibleListing } from "./visibility";
