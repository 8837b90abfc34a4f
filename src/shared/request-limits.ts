import { DAY_MS } from "./dates";

/** Answers that a request takes; the last one closes it. */
export const MAX_ANSWERS = 5;
/** Requests of an account that wait for an admin or are open. */
export const MAX_REQUESTS = 3;
/** How long a request is open (ms). */
export const REQUEST_OPEN_MS = 14 * DAY_MS;
/** How long after its end a request is erased (days). */
export const REQUEST_KEEP_DAYS = 90;
