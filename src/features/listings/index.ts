export { sweepExpiredListings } from "./clean-up";
export { exportListings } from "./export";
export { ListingFormPage } from "./form/listing-form-page";
export { PreviewBar } from "./form/preview-bar";
export { previewForm } from "./form/preview-form";
export { readSentForm } from "./form/submitted-form";
export { canEdit } from "./lifecycle/moves";
export { type ListingCardRow, listingCards, listingPicture } from "./listing-cards";
export { listingState, visibleListing } from "./listing-state";
export { ListingActions } from "./own-listings/listing-actions";
export { eraseListings } from "./personal-data";
export { refusePictures, seesPicture } from "./pictures/named-picture";
export { listingPictureKey } from "./pictures/placed-pictures";
export { prepareListingPicture } from "./pictures/prepare-listing-picture";
export { removeListingPicture } from "./pictures/remove-listing-picture";
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
export { remindExpiring } from "./renewal/remind-expiring";
export { approveListing } from "./review/approve-listing";
export { findReviewRule } from "./review/banned-words";
export { listingsInState, withRevisions } from "./review/listings-in-state";
export { reinstateListing } from "./review/reinstate-listing";
export { rejectListing } from "./review/reject-listing";
export { ReturnedNotice } from "./review/returned-notice";
export { type Reviewed, reviewQueue, waitingFor } from "./review/review-queue";
export { findRevision, type Revision } from "./review/revisions";
export { suspendListing } from "./review/suspend-listing";
export { mergeTextIndexes } from "./search-index/merge-text-indexes";
export {
  CELL_STEPS,
  COUNTED_CELL,
  codeWord,
  countScope,
  type GeoCell,
  levelBits,
  locationBits,
  PRICE_BANDS,
} from "./search-index/search-codes";
export {
  POSITIONS_PER_ROTATION_KEY,
  PRICE_NUMS,
  positionSql,
  reindexListing,
  reindexListings,
} from "./search-index/search-index";
export { serializeListing, serializeOwnListing } from "./serialize-listing";
export { sweepPictures } from "./sweep-pictures";
