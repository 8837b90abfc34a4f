import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { splitLocale } from "@/shared/i18n/locales";
import { isCounted } from "./crawlers";
import { type Clock, createServices, type Shared } from "./services";

/** Creates the request's context: locale from the path, services, no visitor yet. */
export const requestContext = (app: Hono<AppEnv>, shared: Shared, clock: Clock) =>
  createMiddleware<AppEnv>(async function requestContext(c, next) {
    const { locale, path, prefixed } = splitLocale(new URL(c.req.url).pathname);
    c.set("path", path);
    c.set("prefixed", prefixed);
    c.set("routes", app.routes);
    c.set("markupCache", shared.markup);
    c.set(
      "ctx",
      createServices({
        bindings: c.env,
        execution: c.executionCtx,
        locale,
        requestId: c.var.requestId,
        // Cloudflare sets this header, locally the development server; no other header is trusted.
        address: c.req.header("cf-connecting-ip") ?? "127.0.0.1",
        counted: isCounted(c.req.header("user-agent")),
        shared,
        clock,
      }),
    );
    await next();
  });
