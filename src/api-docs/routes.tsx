import { type Context, Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import { getSessionCookiePrefix, REFRESH_COOKIE } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { computeEtag } from "@/http/etag";
import { matchesEtag } from "@/http/images";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { paths } from "@/shared/paths";

type ApiDocs = { json: string; etag: string; html: string };

/** The documentation by the API's origin. Settings and routes don't change during a worker's life. */
const docsByBase = new Map<string, ApiDocs>();

/** The OpenAPI document of the API, and a page that shows it. Both are in English. */
export const docsRoutes = new Hono<AppEnv>();

docsRoutes.get(paths.openApi(), async (c) => {
  const { json, etag } = await getDocs(c);
  c.header("etag", etag);
  c.header("cache-control", "public, max-age=300");
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.body(json, 200, { "content-type": "application/json" });
});

docsRoutes.get(paths.apiDocs(), routeOptions({ sitemap: {} }), async (c) => {
  const { html } = await getDocs(c);
  const head = { title: "API", description: c.var.ctx.t("site.apiDescription") };
  return renderPage(
    c,
    head,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of React, rendered once
    <div className="container page" lang="en" dangerouslySetInnerHTML={{ __html: html }} />,
  );
});

async function getDocs(c: Context<AppEnv>): Promise<ApiDocs> {
  const { API_BASE, SITE_URL } = c.var.ctx.config;
  const base = API_BASE || SITE_URL;
  const docs = docsByBase.get(base) ?? (await createDocs(c, base));
  docsByBase.set(base, docs);
  return docs;
}

/** The generator is loaded with its first use. */
async function createDocs(c: Context<AppEnv>, base: string): Promise<ApiDocs> {
  const [{ createDocument }, { ApiPage }] = await Promise.all([import("./document"), import("./api-page")]);
  const cookie = getSessionCookiePrefix(c.var.ctx.config) + REFRESH_COOKIE;
  const document = createDocument(c.get("routes"), { base, cookie });
  const json = JSON.stringify(document);
  return { json, etag: computeEtag(json), html: renderToStaticMarkup(<ApiPage document={document} />) };
}
