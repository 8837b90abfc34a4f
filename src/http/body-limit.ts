import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { IMAGE_LIMITS } from "@/shared/pictures";

const MB = 1024 ** 2;
/** Every form and call without files: the longest text has a few thousand characters. */
const WORDS = MB / 4;
/** Stripe's events are tens of kB, an order with many lines more. */
const EVENT = MB;
/** Five pictures of twice the size allowed, so that each can be named in the answer, and the words. */
const PICTURES = 10 * IMAGE_LIMITS.bytes + 5 * MB;

/**
 * Reads no body that could not be meant: refuses `too_large` by the length that is announced, or by counting where
 * none is. Stands behind the locale and the visitor, which the answer's page shows.
 */
export const bodyLimits = createMiddleware<AppEnv>(async function bodyLimits(c, next) {
  // A body of unknown length is held in memory while it is counted: only for somebody who may send pictures.
  const trusted = c.var.ctx.user !== null || c.req.header("content-length") !== undefined;
  const maxSize = limitOf(c.var.path, c.req.header("content-type") ?? "", trusted);
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused({ code: "too_large" });
    },
  });
  return limit(c, next);
});

/** Bytes that a request to a path may carry. */
function limitOf(path: string, contentType: string, trusted: boolean): number {
  if (path === paths.webhook()) return EVENT;
  const listingForm = path === paths.createListing() || path === paths.editListing(path.split("/")[2] ?? "");
  return listingForm && trusted && /^multipart\/form-data\b/i.test(contentType) ? PICTURES : WORDS;
}
