import type { Context } from "hono";
import { visitorOfCookies } from "@/auth/cookie-sessions";
import type { AppEnv, Visitor } from "@/context";
import { Refused } from "@/shared/errors";
import { refreshCookies } from "./cookies";
import type { Call } from "./described";

/** How the calls that answer a picture read in the OpenAPI document. */
export const PICTURE = {
  tag: "storage",
  auth: ["bearer", "cookie"],
  anybody: true,
  answers: {
    200: { type: "image/webp", headers: ["ETag", "Cache-Control"] },
    304: { headers: ["ETag", "Cache-Control"] },
  },
  problems: ["not_found"],
} as const satisfies Call;

/**
 * How long a picture may be kept by whoever got it: for ever, since what is at its address never changes; until the
 * next use, which asks whether it changed; or not at all, since few may see it.
 */
export type Keeping = "forever" | "asking" | "never";

const CACHE_CONTROL: Record<Keeping, string> = {
  forever: "public, max-age=31536000, immutable",
  asking: "public, no-cache",
  never: "private, no-store",
};

/**
 * Answers a picture of the bucket, with its ETag and its one type (what was taken in is WebP); 304 and HEAD without its
 * bytes. @throws Refused `not_found`
 */
export async function imageAnswer(
  c: Context<AppEnv>,
  key: string,
  keeping: Keeping,
  type: "image/webp" | "image/png" = "image/webp",
): Promise<Response> {
  const { media } = c.var.ctx;
  const condition = c.req.header("if-none-match");
  const asksFacts = c.req.method === "HEAD";
  const found = asksFacts ? await media.describe(key) : await media.read(key, versionsIn(condition));
  if (!found) throw new Refused({ code: "not_found" });
  const body = "body" in found ? (found as R2ObjectBody).body : null;
  c.header("etag", found.httpEtag);
  c.header("cache-control", CACHE_CONTROL[keeping]);
  if (isKnown(condition, found.httpEtag) || (!body && !asksFacts)) {
    await body?.cancel();
    return c.body(null, 304);
  }
  c.header("content-type", type);
  c.header("content-length", String(found.size));
  return body ? c.body(body) : c.body(null);
}

/** The versions that If-None-Match names, as the bucket names them: it fails for a header with anything else in it. */
const versionsIn = (header: string | undefined): string | null =>
  header
    ?.match(/"[0-9a-f]{32}"/g)
    ?.slice(0, MOST_VERSIONS)
    .join(", ") ?? null;
const MOST_VERSIONS = 20;

/** Who looks at a picture: known by the cookie as on pages, since it is pages that show pictures, or as a caller. */
export async function onlooker(c: Context<AppEnv>): Promise<Visitor | null> {
  const { ctx } = c.var;
  return ctx.user ?? visitorOfCookies(ctx, refreshCookies(c));
}

/** Whether If-None-Match names the version at hand, by weak comparison, or any (RFC 9110, 13.1.2). */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
