/** How many rows a page of the ledger holds. */
export const PAGE = 20;
