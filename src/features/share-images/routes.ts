import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { imageResponse, type PictureCaching } from "@/http/images";
import { Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { findListingShareImage, findPostShareImage } from "./find-share-image";
import { renderSiteSvg } from "./share-image-svg";
import { type ShareImage, storeShareImage } from "./store-share-image";

/** The images that other sites show with a shared link. */
export const shareImageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** The API description of both image routes. */
const GET_SHARE_IMAGE = {
  tag: "storage",
  authOptional: true,
  parameters: [
    { name: "file", in: "path" },
    { name: "v", in: "query", schema: z.optional(z.string()) },
  ],
  responses: {
    200: { type: "image/png", headers: ["ETag", "Cache-Control"] },
    302: { headers: ["Location", "Cache-Control"] },
    304: { headers: ["ETag", "Cache-Control"] },
  },
  problems: ["not_found"],
} as const;

shareImageRoutes.get(paths.shareImageFile("listings", ":file"), describeRoute(GET_SHARE_IMAGE), (c) =>
  respondWithShareImage(c, findListingShareImage),
);
shareImageRoutes.get(paths.shareImageFile("blog", ":file"), describeRoute(GET_SHARE_IMAGE), (c) =>
  respondWithShareImage(c, findPostShareImage),
);

/** The image of the site itself. */
shareImageRoutes.get(paths.siteShareImage(), async (c) => {
  const { ctx } = c.var;
  const svg = renderSiteSvg(ctx.config.SITE_NAME, ctx.translator("ro")("general.site.tagline"));
  const image = { key: "images/share.png", svg };
  const stored = await storeShareImage(ctx, image);
  if (!stored.ok) throw new Refused(stored.refusal);
  return respondWithImage(c, image.key, "revalidate");
});

async function respondWithShareImage(c: C, find: (ctx: Ctx, id: string) => Promise<ShareImage | null>) {
  const { ctx } = c.var;
  const [id = "", ...rest] = (c.req.param("file") ?? "").split(".");
  const image = ID_PATTERN.test(id) && rest.join(".") === "png" ? await find(ctx, id) : null;
  if (!image) throw new Refused({ code: "not_found" });
  const stored = await storeShareImage(ctx, image);
  if (!stored.ok) {
    // Fall back to the site's image; the next request may get the right one.
    c.header("cache-control", "no-store");
    return c.redirect(paths.siteShareImage(), 302);
  }
  const isCurrent = c.req.query("v") === String(image.version);
  return respondWithImage(c, image.key, isCurrent ? "immutable" : "revalidate");
}

function respondWithImage(c: C, key: string, caching: PictureCaching): Promise<Response> {
  // Other sites embed the image.
  c.header("cross-origin-resource-policy", "cross-origin");
  return imageResponse(c, key, caching, "image/png");
}
