const CLOSE_LISTINGS = /<section class="close-listings[^"]*">.*?<\/section>/s;

/** The markup of a page without the listings that are only close to the search. */
export const removeCloseListings = (html: string): string => html.replace(CLOSE_LISTINGS, "");

/** The titles on the cards of a page, in order, without the listings that are only close to the search. */
export const listResultTitles = (html: string): string[] => listCardTitles(removeCloseListings(html));

/** The titles of the listings that are close to the search. */
export const listCloseTitles = (html: string): string[] =>
  listCardTitles(CLOSE_LISTINGS.exec(html)?.[0] ?? "");

const listCardTitles = (html: string): string[] =>
  [...html.matchAll(/class="card__link"[^>]*>([^<]+)</g)].map(([, title = ""]) => title);
