import { type Context, Hono } from "hono";
import { isAdmin } from "@/auth/guards";
import { visitorOfCookie } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { refreshCookie } from "@/http/cookies";
import { idParam } from "@/http/ids";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { pictureFolder } from "./pictures";
import { findPictureAccess } from "./queries";

export const listingsApi = new Hono<AppEnv>();

/** Names that the media store gives; nothing else is looked up. */
const FILE = /^[0-9a-z]{16}(-480)?\.webp$/;

/**
 * A listing's picture. A changed picture has another name, so what was fetched once is good for ever. While visitors
 * may not see the listing, its owner and admins see its pictures, and nobody keeps them.
 */
listingsApi.get(paths.listingImage(":id", ":file"), async (c) => {
  const listingId = idParam(c);
  const file = c.req.param("file") ?? "";
  if (!FILE.test(file)) throw new Refused({ code: "not_found" });
  const { ctx } = c.var;
  const { media } = ctx;
  const access = await findPictureAccess(ctx, listingId, file.replace("-480", ""));
  if (!access || !(access.visible || (await mayLookAhead(c, access.ownerId)))) {
    throw new Refused({ code: "not_found" });
  }
  const key = `${pictureFolder(listingId)}/${file}`;
  const facts = await media.describe(key);
  if (!facts) throw new Refused({ code: "not_found" });
  c.header("etag", facts.httpEtag);
  c.header("cache-control", access.visible ? "public, max-age=31536000, immutable" : "private, no-store");
  if (isKnown(c.req.header("if-none-match"), facts.httpEtag)) return c.body(null, 304);
  c.header("content-type", "image/webp");
  c.header("content-length", String(facts.size));
  if (c.req.method === "HEAD") return c.body(null);
  const found = await media.read(key);
  if (!found) throw new Refused({ code: "not_found" });
  return c.body(found.body);
});

/** Owner and admins, known by the cookie as on pages: it is pages that show pictures. */
async function mayLookAhead(c: Context<AppEnv>, ownerId: string): Promise<boolean> {
  const cookie = refreshCookie(c);
  const user = cookie ? await visitorOfCookie(c.var.ctx, cookie) : null;
  return user !== null && (user.id === ownerId || isAdmin(user));
}

/** Whether If-None-Match names the version at hand, by weak comparison, or any (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
