/** Answers that a request takes; the last one closes it. */
export const MAX_ANSWERS = 5;
/** Requests of an account that wait for an admin or are open. */
export const MAX_REQUESTS = 3;
