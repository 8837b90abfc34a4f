import { isbot } from "isbot";

/** How search engines' and link previews' programs call themselves. */
const NAMES =
  /bot\b|bot[-/ ]|crawl|spider|slurp|externalhit|archiver|mediapartners|whatsapp|embedly|preview/i;

/**
 * Whether a user agent is a crawler. isbot's list also holds tools such as curl, a script's fetch or a browser
 * without a window: behind those is somebody who reads the answer, so a crawler must call itself one as well.
 */
export const isCrawler = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && NAMES.test(userAgent) && isbot(userAgent);

/** Whether what a user agent does is counted of listings: neither a crawler's doing, nor of one that has no name. */
export const isCounted = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && userAgent.trim() !== "" && !isCrawler(userAgent);
