import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { computeEtag } from "@/http/etag";
import { matchesEtag } from "@/http/images";
import { listPathsWith } from "@/http/route-options";
import { getFound } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findSitemapPart, listSitemapParts } from "./sitemap-parts";
import { renderSitemapIndex } from "./sitemap-xml";

/** The sitemap: an index of parts, and the parts. https://www.sitemaps.org/protocol.html */
export const sitemapRoutes = new Hono<AppEnv>();

sitemapRoutes.get(paths.sitemap(), async (c) => {
  const { ctx } = c.var;
  const parts = await listSitemapParts(ctx, listSitemapPages(c));
  const xml = renderSitemapIndex(parts.map((path) => ctx.config.SITE_URL + path));
  return respondWithXml(c, computeEtag(xml), () => xml);
});

sitemapRoutes.get(paths.sitemapPart(":file"), async (c) => {
  const { ctx } = c.var;
  const part = getFound(await findSitemapPart(ctx, c.req.param("file") ?? "", listSitemapPages(c)));
  const etag = computeEtag(ctx.config.SITE_URL + part.fingerprint);
  return respondWithXml(c, etag, () => createStream(ctx, part.xml()));
});

/** The pages that exist once. */
const listSitemapPages = (c: Context<AppEnv>) => listPathsWith(c.get("routes"), "sitemap");

/** XML, cacheable for an hour; 304 if the client's copy is current. */
function respondWithXml(c: Context<AppEnv>, etag: string, getBody: () => string | ReadableStream): Response {
  c.header("etag", etag);
  c.header("cache-control", "public, max-age=3600");
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(getBody(), 200, { "content-type": "application/xml; charset=utf-8" });
}

/**
 * Streams texts as bytes. Each text is generated when the client has read the previous one, so at most one statement's
 * rows are in memory. A failure aborts the response, so that a client can't mistake an incomplete part for a whole one.
 */
function createStream(ctx: Ctx, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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
    // A HEAD request generates nothing.
    { highWaterMark: 0 },
  );
}
