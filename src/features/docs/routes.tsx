import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { computeEtag } from "@/http/etag";
import { matchesEtag } from "@/http/images";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { paths } from "@/shared/paths";
import { API_BASE_PLACEHOLDER, OPENAPI_ASSET, REFERENCE_ASSET } from "./assets";

type Asset = { text: string; etag: string };

/** Generated files with the base URL filled in, by path and base. Settings don't change during a worker's life. */
const assets = new Map<string, Promise<Asset>>();

/** The OpenAPI document of the API, and a page that shows it. Both are in English. */
export const docsRoutes = new Hono<AppEnv>();

docsRoutes.get(paths.openApi(), async (c) => {
  const { text, etag } = await loadAsset(c, OPENAPI_ASSET);
  c.header("etag", etag);
  c.header("cache-control", "public, max-age=300");
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(text, 200, { "content-type": "application/json" });
});

docsRoutes.get(paths.apiDocs(), routeOptions({ sitemap: {} }), async (c) => {
  const { text } = await loadAsset(c, REFERENCE_ASSET);
  const head = { title: "API", description: c.var.ctx.t("site.apiDescription") };
  return renderPage(
    c,
    head,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from the routes by the client build
    <div className="container page" lang="en" dangerouslySetInnerHTML={{ __html: text }} />,
  );
});

function loadAsset(c: Context<AppEnv>, path: string): Promise<Asset> {
  const { API_BASE, SITE_URL } = c.var.ctx.config;
  const base = API_BASE || SITE_URL;
  const key = `${path} ${base}`;
  const asset = assets.get(key) ?? readAsset(c, path, base);
  assets.set(key, asset);
  asset.catch(() => assets.delete(key));
  return asset;
}

/** @throws Error if the client was not built */
async function readAsset(c: Context<AppEnv>, path: string, base: string): Promise<Asset> {
  const response = await c.env.ASSETS.fetch(new URL(path, c.req.url));
  if (!response.ok) throw new Error(`${path}: status ${response.status}; build the client`);
  const text = (await response.text()).replaceAll(API_BASE_PLACEHOLDER, base);
  return { text, etag: computeEtag(text) };
}
