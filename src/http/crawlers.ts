import { isbot } from "isbot";

/** Patterns in the user agents of search engines and link previews. */
const NAMES =
  /bot\b|bot[-/ ]|crawl|spider|slurp|externalhit|archiver|mediapartners|whatsapp|embedly|preview/i;

/**
 * Whether a user agent is a crawler. isbot also matches tools such as curl, fetch in scripts, and headless browsers,
 * which need full error texts. So a crawler must also match NAMES.
 */
export const isCrawler = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && NAMES.test(userAgent) && isbot(userAgent);

/** Whether a user agent's visits count for listings: not for crawlers, and not without a user agent. */
export const isCounted = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && userAgent.trim() !== "" && !isCrawler(userAgent);
