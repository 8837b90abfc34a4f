export {
  type CardChoice,
  type ListingCard,
  listingCards,
  listingPicture,
} from "./cards";
export {
  findListing,
  findOwnListing,
  findVisibleListing,
  type ListingDetails,
  type ListingImage,
  listingOwnerContact,
} from "./queries";
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
export { listingState, visibleListing } from "./visibility";
