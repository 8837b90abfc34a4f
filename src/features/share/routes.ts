import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { described } from "@/http/described";
import { imageAnswer, type Keeping } from "@/http/images";
import { Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { SHARED_IMAGE } from "./calls";
import { siteDrawing } from "./drawing";
import { manifestOf } from "./manifest";
import { sharedListing } from "./shared-listing";
import { sharedPost } from "./shared-post";
import { type SharedPicture, storePicture } from "./store-picture";

/** Pictures that stand beside a shared link, and what the site is on a home screen. */
export const shareRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

shareRoutes.get(paths.sharedImage("listings", ":file"), described(SHARED_IMAGE), (c) =>
  sharedAnswer(c, sharedListing),
);
shareRoutes.get(paths.sharedImage("blog", ":file"), described(SHARED_IMAGE), (c) =>
  sharedAnswer(c, sharedPost),
);

/** Of the site itself. */
shareRoutes.get(paths.shareImage(), async (c) => {
  const { ctx } = c.var;
  const svg = siteDrawing(ctx.config.SITE_NAME, ctx.translator("ro")("general.site.tagline"));
  const picture = { key: "images/share.png", svg };
  const stored = await storePicture(ctx, picture);
  if (!stored.ok) throw new Refused(stored.refusal);
  return pictureAnswer(c, picture.key, "asking");
});

shareRoutes.get(paths.manifest(), (c) => {
  c.header("cache-control", "public, max-age=3600");
  return c.body(JSON.stringify(manifestOf(c.var.ctx)), 200, {
    "content-type": "application/manifest+json; charset=utf-8",
  });
});

async function sharedAnswer(c: C, find: (ctx: Ctx, id: string) => Promise<SharedPicture | null>) {
  const { ctx } = c.var;
  const [id = "", ...rest] = (c.req.param("file") ?? "").split(".");
  const picture = ID_PATTERN.test(id) && rest.join(".") === "png" ? await find(ctx, id) : null;
  if (!picture) throw new Refused({ code: "not_found" });
  const stored = await storePicture(ctx, picture);
  if (!stored.ok) {
    // Better the site's picture than none; the next one who asks may get the true one.
    c.header("cache-control", "no-store");
    return c.redirect(paths.shareImage(), 302);
  }
  const current = c.req.query("v") === String(picture.version);
  return pictureAnswer(c, picture.key, current ? "forever" : "asking");
}

function pictureAnswer(c: C, key: string, keeping: Keeping): Promise<Response> {
  // Other sites show it.
  c.header("cross-origin-resource-policy", "cross-origin");
  return imageAnswer(c, key, keeping, "image/png");
}
