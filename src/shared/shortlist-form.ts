/** Id of the form in the page's header that every heart button submits. */
export const SHORTLIST_FORM = "shortlist";

/** Id of a listing's heart button, to which a form without script returns. */
export const toHeartId = (listingId: string): string => `heart-${listingId}`;
