import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { declareCall } from "@/http/declare-call";
import { imageResponse, type PictureCaching } from "@/http/images";
import { getFound, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findListingShareImage, findListShareImage, findPostShareImage } from "./find-share-image";
import { renderSiteSvg } from "./share-image-svg";
import { type ShareImage, storeShareImage } from "./store-share-image";

/** The images that other sites show with a shared link. */
export const shareImageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const SHARE_IMAGE_CALL = {
  method: "GET",
  tag: "storage",
  access: "public",
  problems: ["not_found"],
} as const;

const version = (description: string) => ({ v: z.optional(z.string()).check(z.describe(description)) });

/** `other`: what a later request may get instead of the site's image. */
const respondWith = (other: string) =>
  ({
    200: { description: "The image.", type: "image/png", headers: ["ETag", "Cache-Control"] },
    302: {
      description: `Other images are being rendered: redirects to the site’s image. A later request may get ${other}.`,
      headers: ["Location", "Cache-Control"],
    },
    304: { description: "The image has the ETag in `If-None-Match`.", headers: ["ETag", "Cache-Control"] },
  }) as const;

declareCall(shareImageRoutes, {
  ...SHARE_IMAGE_CALL,
  path: paths.shareImageFile("listings", ":file"),
  summary: "The share image of a listing",
  description: "1200×630, with its title, subject, location and price. It is rendered on the first request.",
  params: { file: "`{listing id}.png`" },
  rawQuery: version("The listing’s version; with the current one, the image is cached for a year."),
  responses: respondWith("the listing’s image"),
  handler: ({ c }) => respondWithShareImage(c, findListingShareImage),
});

declareCall(shareImageRoutes, {
  ...SHARE_IMAGE_CALL,
  path: paths.shareImageFile("blog", ":file"),
  summary: "The share image of a post",
  description: "1200×630, with its title, category and date. It is rendered on the first request.",
  params: { file: "`{post id}.png`" },
  rawQuery: version("The post’s version; with the current one, the image is cached for a year."),
  responses: respondWith("the post’s image"),
  handler: ({ c }) => respondWithShareImage(c, findPostShareImage),
});

declareCall(shareImageRoutes, {
  ...SHARE_IMAGE_CALL,
  path: paths.shareImageFile("lists", ":file"),
  summary: "The share image of the list of a subject in a county",
  description: "1200×630, with the list’s title. It is rendered on the first request.",
  params: { file: "`{subject}-{county}-{language}.png`" },
  responses: respondWith("the list’s image"),
  handler: ({ c }) => respondWithShareImage(c, findListShareImage),
});

/** The image of the site itself. */
shareImageRoutes.get(paths.siteShareImage(), async (c) => {
  const { ctx } = c.var;
  const svg = renderSiteSvg(ctx.config.SITE_NAME, ctx.translator("ro")("general.site.tagline"));
  const image = { key: "images/share.png", svg };
  const stored = await storeShareImage(ctx, image);
  if (!stored.ok) throw new Refused(stored.refusal);
  return respondWithImage(c, image.key, "revalidate");
});

async function respondWithShareImage(c: C, find: (ctx: Ctx, name: string) => Promise<ShareImage | null>) {
  const { ctx } = c.var;
  const [name = "", ...rest] = (c.req.param("file") ?? "").split(".");
  const image = getFound(rest.join(".") === "png" ? await find(ctx, name) : null);
  const stored = await storeShareImage(ctx, image);
  if (!stored.ok) {
    // Fall back to the site's image; the next request may get the right one.
    c.header("cache-control", "no-store");
    return c.redirect(paths.siteShareImage(), 302);
  }
  const isCurrent = image.version !== null && c.req.query("v") === String(image.version);
  return respondWithImage(c, image.key, isCurrent ? "immutable" : "revalidate");
}

function respondWithImage(c: C, key: string, caching: PictureCaching): Promise<Response> {
  // Other sites embed the image.
  c.header("cross-origin-resource-policy", "cross-origin");
  return imageResponse(c, key, caching, "image/png");
}
