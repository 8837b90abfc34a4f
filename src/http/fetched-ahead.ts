import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { setLate } from "./late-headers";

/** So long (s) a page that was fetched ahead may wait for its visitor. */
const KEPT_S = 30;

/** Whether a browser asks for a page that its user may open next; the other names are those of older browsers. */
export const isFetchedAhead = (headers: Pick<Headers, "get">): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) => /\bprefetch\b/i.test(headers.get(name) ?? ""));

/**
 * Lets a browser keep a page that it fetched ahead by a link (`rel=prefetch`) until it is opened: otherwise it would ask
 * for it a second time. By speculation rules (a document's request) they keep it by themselves. Pages of somebody who is
 * signed in say `no-store`, and stay so. Stands outside of every cache of pages.
 */
export const fetchedAhead = createMiddleware<AppEnv>(async function fetchedAhead(c, next) {
  await next();
  const { headers } = c.req.raw;
  if (!isFetchedAhead(headers) || headers.get("sec-fetch-dest") === "document") return;
  if (c.res.status !== 200 || c.res.headers.get("cache-control") !== "private, no-cache") return;
  setLate(c, { "cache-control": `private, max-age=${KEPT_S}`, vary: "Cookie" });
});
