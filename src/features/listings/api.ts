import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { idParam } from "@/http/ids";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { pictureFolder } from "./pictures";

export const listingsApi = new Hono<AppEnv>();

/** Names that the media store gives; nothing else is looked up. */
const FILE = /^[0-9a-z]{16}(-480)?\.webp$/;

/** A listing's picture. A changed picture has another name, so what was fetched once is good for ever. */
listingsApi.get(paths.listingImage(":id", ":file"), async (c) => {
  const listingId = idParam(c);
  const file = c.req.param("file") ?? "";
  if (!FILE.test(file)) throw new Refused({ code: "not_found" });
  const key = `${pictureFolder(listingId)}/${file}`;
  const { media } = c.var.ctx;
  const found = await (c.req.method === "HEAD" ? media.describe(key) : media.read(key, c.req.raw.headers));
  if (!found) throw new Refused({ code: "not_found" });

  c.header("etag", found.httpEtag);
  c.header("cache-control", "public, max-age=31536000, immutable");
  c.header("content-type", "image/webp");
  if (c.req.method === "HEAD") {
    c.header("content-length", String(found.size));
    return c.body(null);
  }
  // The conditions in the request's headers were not met: R2 gives the facts without the bytes (RFC 9110, 13.2).
  if (!("body" in found)) return c.body(null, c.req.header("if-none-match") ? 304 : 412);
  c.header("content-length", String(found.size));
  return c.body((found as R2ObjectBody).body);
});
