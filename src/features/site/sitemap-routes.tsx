import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { isKnown } from "@/http/images";
import { listPathsWith } from "@/http/route-options";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { etagOf, findSitemapPart, sitemapParts } from "./sitemap-parts";
import { indexXml } from "./sitemap-xml";

/** The sitemap: an index of parts, and the parts. https://www.sitemaps.org/protocol.html */
export const sitemapRoutes = new Hono<AppEnv>();

sitemapRoutes.get(paths.sitemap(), async (c) => {
  const { ctx } = c.var;
  const xml = indexXml((await sitemapParts(ctx, listPages(c))).map((path) => ctx.config.SITE_URL + path));
  return answer(c, etagOf(xml), () => xml);
});

sitemapRoutes.get(paths.sitemapPart(":file"), async (c) => {
  const { ctx } = c.var;
  const part = await findSitemapPart(ctx, c.req.param("file") ?? "", listPages(c));
  if (!part) throw new Refused({ code: "not_found" });
  return answer(c, part.etag, () => streamed(ctx, part.xml()));
});

/** The pages that exist once. */
const listPages = (c: Context<AppEnv>) => listPathsWith(c.get("routes"), "sitemap");

/** XML, cacheable for an hour; 304 if the client's copy is current. */
function answer(c: Context<AppEnv>, etag: string, body: () => string | ReadableStream): Response {
  c.header("etag", etag);
  c.header("cache-control", "public, max-age=3600");
  if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(body(), 200, { "content-type": "application/xml; charset=utf-8" });
}

/**
 * Streams texts as bytes; each is read when the client has taken the previous one. At most one statement's rows are in
 * memory. A failure cuts the response off, so that a client can't take a part for the whole.
 */
function streamed(ctx: Ctx, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          ctx.log.error("sitemap_failed", error);
          controller.error(error);
        }
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    // A HEAD request reads nothing.
    { highWaterMark: 0 },
  );
}
