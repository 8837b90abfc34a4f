/** What other features may use of reviews. */
export {};
