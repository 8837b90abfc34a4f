import type { Hono } from "hono";
import { describeRoute, generateSpecs, uniqueSymbol } from "hono-openapi";
import { createApp } from "@/app";
import { REFRESH_COOKIE } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { API_BASE_PLACEHOLDER } from "@/features/docs/assets";
import { findRouteDescription, TAGS } from "@/http/describe-route";
import { explain } from "./explain";
import type { ApiDocument } from "./openapi";
import { toRouteSpec } from "./route-spec";
import { AUTH_TEXTS, DESCRIPTION, TAG_TEXTS } from "./texts";

/** The OpenAPI document of the calls that the app routes. */
export async function createDocument(): Promise<ApiDocument> {
  const document = await generateSpecs(describeRoutes(createApp()), {
    excludeStaticFile: false,
    excludeMethods: [],
    documentation: {
      info: { title: "Catedra API", version: "1.0.0", description: DESCRIPTION },
      servers: [{ url: API_BASE_PLACEHOLDER }],
      tags: TAGS.map((name) => ({ name, description: TAG_TEXTS[name]?.about ?? "" })),
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: AUTH_TEXTS.bearer },
          address: { type: "apiKey", in: "query", name: "auth", description: AUTH_TEXTS.address },
          cookie: { type: "apiKey", in: "cookie", name: REFRESH_COOKIE, description: AUTH_TEXTS.cookie },
        },
      },
    },
  });
  return explain(document as unknown as ApiDocument);
}

/** Adds to each marked handler what hono-openapi looks for, which the Worker does without. */
function describeRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  for (const { handler } of app.routes) {
    const call = findRouteDescription(handler);
    if (call) {
      const described = describeRoute(toRouteSpec(call)) as { [uniqueSymbol]?: unknown };
      Object.assign(handler, { [uniqueSymbol]: described[uniqueSymbol] });
    }
  }
  return app;
}
