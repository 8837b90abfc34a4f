export { approveListing } from "./approve-listing";
export { type ListingCard, listingCards, listingPicture } from "./cards";
export { eraseListingsOf } from "./erase";
export { listingsExport } from "./export";
export { ListingActions } from "./listing-actions";
export { mergeWords } from "./merge-words";
export { refusePictures, seesPicture } from "./named-picture";
export { prepareListingPicture } from "./prepare-picture";
export { findProposedWords, type ProposedWords } from "./proposed-words";
export {
  findListing,
  findOwnListing,
  findVisibleListing,
  findVisibleListings,
  type ListingDetails,
  listingOwnerContact,
} from "./queries";
export { rejectListing } from "./reject-listing";
export { removeListingPicture } from "./remove-picture";
export { ReturnedNotice } from "./returned-notice";
export { type Reviewed, reviewQueue, waitingFor } from "./review-queue";
export { contactIn } from "./review-rules";
export {
  codeWord,
  HOME_SCOPE,
  levelBits,
  levelSetScope,
  locationBits,
  reindexListing,
  reindexListings,
  searchScope,
} from "./search-index";
export { sweepExpired } from "./sweep-expired";
export { sweepPictures } from "./sweep-pictures";
export { listingState } from "./visibility";
export { wireListing, wireOwnListing } from "./wire-listing";
