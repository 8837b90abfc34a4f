import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { isMachinePath } from "@/shared/paths";

/** How long a browser may cache a preflight response (s); Chromium caps it at two hours. */
const PREFLIGHT_MAX_AGE_S = 7200;

const allowSite = cors({
  origin: (_, c) => c.var.ctx.config.SITE_URL,
  credentials: true,
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: [
    "Accept",
    "Authorization",
    "CF-Turnstile-Response",
    "Content-Type",
    "Idempotency-Key",
    "If-None-Match",
    "Tus-Resumable",
    "Upload-Length",
    "Upload-Metadata",
    "Upload-Offset",
    "X-HTTP-Method-Override",
  ],
  exposeHeaders: [
    "ETag",
    "Idempotency-Replayed",
    "Location",
    "Retry-After",
    "Tus-Extension",
    "Tus-Max-Size",
    "Tus-Resumable",
    "Tus-Version",
    "Upload-Expires",
    "Upload-Length",
    "Upload-Metadata",
    "Upload-Offset",
    "WWW-Authenticate",
    "X-Request-Id",
  ],
  maxAge: PREFLIGHT_MAX_AGE_S,
});

/**
 * If API_BASE has its own origin, pages of SITE_URL may call the API with credentials; other origins may not. OPTIONS
 * without `Access-Control-Request-Method` is not a preflight: the upload routes handle it.
 */
export const apiCors = createMiddleware<AppEnv>(async function apiCors(c, next) {
  const { API_BASE, SITE_URL } = c.get("ctx").config;
  if (API_BASE === "" || API_BASE === SITE_URL || !isMachinePath(c.get("path"))) return next();
  const asksOptions = c.req.method === "OPTIONS" && !c.req.header("access-control-request-method");
  if (c.req.header("origin") === SITE_URL && !asksOptions) return allowSite(c, next);
  await next();
  c.header("vary", "Origin", { append: true });
});
