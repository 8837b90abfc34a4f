import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import { REFRESH_COOKIE } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { TAGS } from "@/http/described";
import { isKnown } from "@/http/images";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { ApiPage } from "./api-page";
import { explain } from "./meanings";
import type { ApiDocument } from "./openapi";

type Made = { document: ApiDocument; text: string; etag: string };

/** The document of the calls that an app routes, and the page to read it. Belongs to that one app. */
export function docsRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  /** By where the calls are found: settings are the same for as long as a worker lives, but in tests. */
  const known = new Map<string, Made>();

  async function documentFor(c: Context<AppEnv>): Promise<Made> {
    const { config } = c.var.ctx;
    const url = config.API_BASE || config.SITE_URL;
    const made = known.get(url) ?? (await make(c, app, url));
    known.set(url, made);
    return made;
  }

  routes.get(paths.openApi(), async (c) => {
    const { text, etag } = await documentFor(c);
    c.header("etag", etag);
    c.header("cache-control", "public, max-age=300");
    if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    return c.body(text, 200, { "content-type": "application/json" });
  });

  routes.get(paths.apiDocs(), async (c) => {
    const { t } = c.var.ctx;
    const { document } = await documentFor(c);
    const head = { title: t("docs.title"), description: t("docs.description") };
    return renderPage(c, head, <ApiPage document={document} />);
  });

  return routes;
}

async function make(c: Context<AppEnv>, app: Hono<AppEnv>, url: string): Promise<Made> {
  const { ctx } = c.var;
  // The document is one for all readers, so it is in one language.
  const t = ctx.translator("en");
  const bare = await generateSpecs(app, {
    excludeStaticFile: false,
    excludeMethods: [],
    documentation: {
      info: { title: `${ctx.config.SITE_NAME} API`, version: "1.0.0", description: t("docs.description") },
      servers: [{ url }],
      tags: TAGS.map((name) => ({ name, description: t(`docs.tags.${name}.about`) })),
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: t("docs.auth.bearer") },
          address: { type: "apiKey", in: "query", name: "auth", description: t("docs.auth.address") },
          cookie: { type: "apiKey", in: "cookie", name: REFRESH_COOKIE, description: t("docs.auth.cookie") },
        },
      },
    },
  });
  const document = explain(bare as unknown as ApiDocument, t);
  const text = JSON.stringify(document);
  return { document, text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}
