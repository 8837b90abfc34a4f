import { DAY_MS } from "./dates";

/** How long a request is open (ms). */
export const REQUEST_OPEN_MS = 14 * DAY_MS;
