export { sweepExpiredListings } from "./clean-up";
export { exportListings } from "./export";
export { ListingFormPage } from "./form/listing-form-page";
export { PreviewBar } from "./form/preview-bar";
export { previewListing } from "./form/preview-form";
export { parseListingForm } from "./form/submitted-form";
export { canEditListing } from "./lifecycle/moves";
export { type ListingCardRow, loadListingCards, toListingPicture } from "./listing-cards";
export { getListingState, isVisibleListing } from "./listing-state";
export { ListingActions } from "./own-listings/listing-actions";
export { eraseListings } from "./personal-data";
export { canSeePicture, findPictureRefusal } from "./pictures/named-picture";
export { listingPictureKey } from "./pictures/placed-pictures";
export { prepareListingPicture } from "./pictures/prepare-listing-picture";
export { deleteListingPicture } from "./pictures/remove-listing-picture";
export { purgeListings } from "./purge-listings";
export {
  findListing,
  findListingOwnerContact,
  findOwnListing,
  findVisibleListing,
  findVisibleListings,
  type ListingDetails,
  listVisibleListingsAfter,
} from "./queries";
export { remindExpiring } from "./renewal/remind-expiring";
export { approveListing } from "./review/approve-listing";
export { findReviewRule } from "./review/banned-words";
export { findListingsWithRevisions, listListingsInState } from "./review/listings-in-state";
export { reinstateListing } from "./review/reinstate-listing";
export { rejectListing } from "./review/reject-listing";
export { ReturnedNotice } from "./review/returned-notice";
export { findReviewSubject, type ReviewSubject, reviewQueueQuery } from "./review/review-queue";
export { findRevision, type Revision } from "./review/revisions";
export { suspendListing } from "./review/suspend-listing";
export { mergeTextIndexes } from "./search-index/merge-text-indexes";
export {
  CELL_STEPS,
  COUNTED_CELL_LEVEL,
  codeTerm,
  countScope,
  type GeoCell,
  PRICE_BAND_WIDTHS,
  toLevelBits,
  toLocationBits,
} from "./search-index/search-codes";
export {
  NUMS_PER_PRICE,
  newestPositionSql,
  POSITIONS_PER_ROTATION_KEY,
  reindexListing,
  reindexListings,
} from "./search-index/search-index";
export { serializeListing, serializeOwnListing } from "./serialize-listing";
export { sweepUnusedPictures } from "./sweep-pictures";
