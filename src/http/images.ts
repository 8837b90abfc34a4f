import type { Context } from "hono";
import { findUserByCookies } from "@/auth/resolve-sessions";
import type { AppEnv, SignedInUser } from "@/context";
import { getFound } from "@/shared/errors";
import { getRefreshCookies } from "./cookies";

/** Part of the declaration of a call that responds with a picture. */
export const PICTURE_CALL = {
  method: "GET",
  tag: "storage",
  access: "optional",
  credentials: ["bearer", "cookie"],
  responses: {
    200: { description: "The picture.", type: "image/webp", headers: ["ETag", "Cache-Control"] },
    304: { description: "The picture has the ETag in `If-None-Match`.", headers: ["ETag", "Cache-Control"] },
  },
  problems: ["not_found"],
} as const;

/**
 * How a picture may be cached: `immutable`, because the content of a URL never changes; `revalidate` at each use;
 * `no-store`, because access is restricted.
 */
export type PictureCaching = "immutable" | "revalidate" | "no-store";

const CACHE_CONTROL: Record<PictureCaching, string> = {
  immutable: "public, max-age=31536000, immutable",
  revalidate: "public, no-cache",
  "no-store": "private, no-store",
};

/**
 * Responds with a picture from the bucket, with its ETag and type (uploads are stored as WebP); 304 and HEAD without
 * the body. @throws Refused `not_found`
 */
export async function imageResponse(
  c: Context<AppEnv>,
  key: string,
  caching: PictureCaching,
  type: "image/webp" | "image/png" = "image/webp",
): Promise<Response> {
  const { media } = c.var.ctx;
  const condition = c.req.header("if-none-match");
  const isHead = c.req.method === "HEAD";
  const found = getFound(isHead ? await media.head(key) : await media.read(key, toR2Condition(condition)));
  const body = "body" in found ? (found as R2ObjectBody).body : null;
  c.header("etag", found.httpEtag);
  c.header("cache-control", CACHE_CONTROL[caching]);
  if (matchesEtag(condition, found.httpEtag) || (!body && !isHead)) {
    await body?.cancel();
    return c.body(null, 304);
  }
  c.header("content-type", type);
  c.header("content-length", String(found.size));
  return body ? c.body(body) : c.body(null);
}

/** The ETags of If-None-Match in the form that R2 accepts; it fails on a header with anything else. */
const toR2Condition = (header: string | undefined): string | null =>
  header
    ?.match(/"[0-9a-f]{32}"/g)
    ?.slice(0, MAX_ETAGS)
    .join(", ") ?? null;
const MAX_ETAGS = 20;

/** The visitor who requests a picture: by cookie as on pages, or by bearer token. */
export async function findPictureViewer(c: Context<AppEnv>): Promise<SignedInUser | null> {
  const { ctx } = c.var;
  return ctx.user ?? findUserByCookies(ctx, getRefreshCookies(c));
}

/** Whether If-None-Match names this ETag, by weak comparison, or "*" (RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
