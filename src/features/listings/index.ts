export {
  commitListingChange,
  type ListingUpdate,
  newPublicationPeriod,
  queueForRequestsStatement,
  refuseDeletedListing,
  updateListingStatement,
} from "./change-listing";
export {
  CHECKED_DOCUMENTS,
  type CheckedDocument,
  hasCheckedNameSql,
  listCurrentDocuments,
} from "./checked-documents";
export { describeCard } from "./describe-card";
export { findHeldPrice, findOwnUsualPrice, isHeld } from "./form/find-held-problems";
export { loadFormAdvice } from "./form/form-view";
export { ListingFormPage } from "./form/listing-form-page";
export { PreviewBar } from "./form/preview-bar";
export { previewListing } from "./form/preview-listing";
export { parseListingForm } from "./form/submitted-form";
export { formatCheckedDocument } from "./format-checked-document";
export { changeOwnersListingsStatements, isConcernedSql } from "./lifecycle/change-owners-listings";
export { createFirstListingStatements } from "./lifecycle/create-listing";
export { deleteListing } from "./lifecycle/delete-listing";
export { type ListingCardRow, loadListingCards } from "./listing-cards";
export { listingEventsStatement } from "./listing-events-statement";
export { isTrustedOwner } from "./listing-quota";
export {
  canEditListing,
  findPublicTitle,
  getListingState,
  hasListingStateSql,
  isRemovedSql,
  isVisibleListing,
  isVisibleListingBoundSql,
  isVisibleListingSql,
} from "./listing-state";
export { ListingActions } from "./own-listings/listing-actions";
export { listOwnListingStates, type OwnListingState } from "./own-listings/own-listings";
export { eraseListingsStatements, exportListings } from "./personal-data";
export { deleteListingPicture } from "./pictures/delete-listing-picture";
export { canSeeNamedPicture, findPictureChangeRefusal } from "./pictures/named-picture";
export { toListingPictureKey } from "./pictures/picture-storage";
export { prepareListingPicture } from "./pictures/prepare-listing-picture";
export { toListingPicture } from "./pictures/to-listing-picture";
export {
  findEditableListing,
  findListing,
  findListingOwnerContact,
  findListingWithVisibility,
  findOwnListing,
  findVisibleListing,
  type ListingDetails,
  listListings,
  listVisibleListings,
  listVisibleListingsAfter,
} from "./queries";
export { sendExpiryReminders } from "./renewal/send-expiry-reminders";
export { ModerationNotice } from "./revisions/moderation-notices";
export {
  deleteRevisionStatement,
  findRevision,
  REVISION_COLUMNS,
  type Revision,
  rejectRevisionStatement,
  submitRevisionStatement,
} from "./revisions/revisions";
export {
  findBannedWord,
  findTextRule,
  readBannedWords,
  validateUnmoderatedText,
} from "./revisions/text-rules";
export { mergeTextIndexes } from "./search-index/merge-text-indexes";
export { reindexOutdatedListings } from "./search-index/reindex-outdated-listings";
export {
  refreshCardsStatement,
  reindexListingStatements,
  reindexListingsStatements,
} from "./search-index/search-index";
export { serializeListing, serializeOwnListing } from "./serialize-listing";
export {
  type ComparedListing,
  listSimilarListings,
  toSimilarPrice,
  toSimilarSearch,
} from "./similar-listings";
export { eraseDeletedListings, sweepExpiredListings, sweepUnusedPictures } from "./sweep";
