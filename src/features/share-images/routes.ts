import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { described } from "@/http/described";
import { imageAnswer, type Keeping } from "@/http/images";
import { Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { SHARE_IMAGE } from "./calls";
import { findListingShareImage } from "./find-listing-share-image";
import { findPostShareImage } from "./find-post-share-image";
import { renderSiteSvg } from "./share-image-svg";
import { type ShareImage, storeShareImage } from "./store-share-image";

/** The images that other sites show with a shared link. */
export const shareImageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

shareImageRoutes.get(paths.shareImageFile("listings", ":file"), described(SHARE_IMAGE), (c) =>
  respondWithShareImage(c, findListingShareImage),
);
shareImageRoutes.get(paths.shareImageFile("blog", ":file"), described(SHARE_IMAGE), (c) =>
  respondWithShareImage(c, findPostShareImage),
);

/** The image of the site itself. */
shareImageRoutes.get(paths.siteShareImage(), async (c) => {
  const { ctx } = c.var;
  const svg = renderSiteSvg(ctx.config.SITE_NAME, ctx.translator("ro")("general.site.tagline"));
  const picture = { key: "images/share.png", svg };
  const stored = await storeShareImage(ctx, picture);
  if (!stored.ok) throw new Refused(stored.refusal);
  return respondWithImage(c, picture.key, "asking");
});

async function respondWithShareImage(c: C, find: (ctx: Ctx, id: string) => Promise<ShareImage | null>) {
  const { ctx } = c.var;
  const [id = "", ...rest] = (c.req.param("file") ?? "").split(".");
  const picture = ID_PATTERN.test(id) && rest.join(".") === "png" ? await find(ctx, id) : null;
  if (!picture) throw new Refused({ code: "not_found" });
  const stored = await storeShareImage(ctx, picture);
  if (!stored.ok) {
    // Fall back to the site's image; the next request may get the right one.
    c.header("cache-control", "no-store");
    return c.redirect(paths.siteShareImage(), 302);
  }
  const current = c.req.query("v") === String(picture.version);
  return respondWithImage(c, picture.key, current ? "forever" : "asking");
}

function respondWithImage(c: C, key: string, keeping: Keeping): Promise<Response> {
  // Other sites embed it.
  c.header("cross-origin-resource-policy", "cross-origin");
  return imageAnswer(c, key, keeping, "image/png");
}
