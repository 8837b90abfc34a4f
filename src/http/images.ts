import type { Context } from "hono";
import { visitorOfCookies } from "@/auth/cookie-sessions";
import type { AppEnv, Visitor } from "@/context";
import { Refused } from "@/shared/errors";
import { refreshCookies } from "./cookies";
import type { RouteDescription } from "./describe-route";

/** Description of a picture answer in the OpenAPI document. */
export const PICTURE = {
  tag: "storage",
  auth: ["bearer", "cookie"],
  anonymous: true,
  answers: {
    200: { type: "image/webp", headers: ["ETag", "Cache-Control"] },
    304: { headers: ["ETag", "Cache-Control"] },
  },
  problems: ["not_found"],
} as const satisfies RouteDescription;

/**
 * How a picture may be cached: `forever`, because the content of a URL never changes; `asking`, with revalidation at
 * each use; `never`, because access is restricted.
 */
export type Keeping = "forever" | "asking" | "never";

const CACHE_CONTROL: Record<Keeping, string> = {
  forever: "public, max-age=31536000, immutable",
  asking: "public, no-cache",
  never: "private, no-store",
};

/**
 * Answers with a picture from the bucket, with its ETag and type (uploads are stored as WebP); 304 and HEAD without
 * the body. @throws Refused `not_found`
 */
export async function imageResponse(
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
  if (matchesEtag(condition, found.httpEtag) || (!body && !asksFacts)) {
    await body?.cancel();
    return c.body(null, 304);
  }
  c.header("content-type", type);
  c.header("content-length", String(found.size));
  return body ? c.body(body) : c.body(null);
}

/** The ETags of If-None-Match in the form that R2 accepts; it fails on a header with anything else. */
const versionsIn = (header: string | undefined): string | null =>
  header
    ?.match(/"[0-9a-f]{32}"/g)
    ?.slice(0, MOST_VERSIONS)
    .join(", ") ?? null;
const MOST_VERSIONS = 20;

/** The visitor who requests a picture: by cookie as on pages, or by bearer token. */
export async function findPictureViewer(c: Context<AppEnv>): Promise<Visitor | null> {
  const { ctx } = c.var;
  return ctx.user ?? visitorOfCookies(ctx, refreshCookies(c));
}

/** Whether If-None-Match names this ETag, by weak comparison, or "*" (RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
