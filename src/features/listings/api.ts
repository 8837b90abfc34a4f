import { Hono } from "hono";
import { isAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { described } from "@/http/described";
import { idParam } from "@/http/ids";
import { imageAnswer, onlooker, PICTURE } from "@/http/images";
import { fullFile } from "@/platform/media";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { isPictureFile } from "@/shared/storage-path";
import { pictureKey } from "./pictures";
import { findPictureAccess } from "./queries";

export const listingsApi = new Hono<AppEnv>();

/**
 * A listing's picture. While visitors may not see the listing, its owner and admins see its pictures, and nobody keeps
 * them. Otherwise what was fetched once is good for ever: a changed picture has another name, unless its name was
 * chosen by whoever stored it.
 */
listingsApi.get(paths.listingImage(":id", ":file"), described(PICTURE), async (c) => {
  const listingId = idParam(c);
  const file = c.req.param("file") ?? "";
  if (!isPictureFile(file)) throw new Refused({ code: "not_found" });
  const { ctx } = c.var;
  const access = await findPictureAccess(ctx, listingId, fullFile(file));
  if (!access) throw new Refused({ code: "not_found" });
  if (!access.visible) {
    const user = await onlooker(c);
    if (user?.id !== access.ownerId && !isAdmin(user)) throw new Refused({ code: "not_found" });
  }
  const key = pictureKey(listingId, access.version, file);
  if (!access.visible) return imageAnswer(c, key, "never");
  return imageAnswer(c, key, access.version === null ? "forever" : "asking");
});
