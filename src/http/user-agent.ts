import type { Context } from "hono";
import { isbot } from "isbot";
import type { AppEnv } from "@/context";
import { createLruCache } from "./lru-cache";

/** Patterns in the user agents of search engines and link previews. */
const NAMES =
  /bot\b|bot[-/ ]|crawl|spider|slurp|externalhit|archiver|mediapartners|whatsapp|embedly|preview/i;

/** Bound of the verdicts about user agents: about a thousand. */
const VERDICT_BYTES = 256 * 1024;
/** Whether each user agent is a crawler: most requests come from a few versions of a few browsers. */
const verdicts = createLruCache<boolean>(VERDICT_BYTES, () => 0);

/**
 * Whether a user agent is a crawler. isbot also matches tools such as curl, fetch in scripts, and headless browsers,
 * which need full error texts. So a crawler must also match NAMES.
 */
export const isCrawler = (userAgent: string | null | undefined): boolean =>
  userAgent != null && verdicts.getOrCreate(userAgent, () => NAMES.test(userAgent) && isbot(userAgent));

/** Whether a user agent's visits count for listings: not for crawlers, and not without a user agent. */
export const countsViews = (userAgent: string | null | undefined): boolean =>
  userAgent != null && userAgent.trim() !== "" && !isCrawler(userAgent);

/** What identifies a session's device to its owner: the user agent and Cloudflare's country. */
export function getDevice(c: Context<AppEnv>): { userAgent: string; country: string } {
  return { userAgent: c.req.header("user-agent") ?? "", country: c.req.header("cf-ipcountry") ?? "" };
}
