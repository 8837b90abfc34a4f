import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { APP_CHECK_ORIGIN } from "@/shared/app-check";
import { allowsGoogleTag } from "@/shared/consent";
import { GOOGLE_TAG_ORIGINS } from "@/shared/google-tag-origins";
import { findStoredConsent } from "./cookies";
import { setHeaders } from "./responses";

const YEAR_S = 31_536_000;

/**
 * Security headers of every response. Scripts run only from this site and with the page's nonce. Forms may also lead
 * to the payment page, because browsers apply `form-action` to a form's redirects. Google's tag is allowed only with
 * the visitor's consent.
 */
export const securityHeaders = createMiddleware<AppEnv>(async function securityHeaders(c, next) {
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64();
  c.set("nonce", nonce);
  await next();
  const config = c.get("ctx")?.config;
  const checkout = [
    "https://checkout.stripe.com",
    new URL(config?.STRIPE_API_BASE ?? "https://checkout.stripe.com").origin,
  ];
  const widget = c.get("appCheck") && config?.TURNSTILE_SITE_KEY ? APP_CHECK_ORIGIN : null;
  const tag = config?.GA_MEASUREMENT_ID && allowsGoogleTag(findStoredConsent(c)) ? GOOGLE_TAG_ORIGINS : null;
  const policy: Record<string, string> = {
    "default-src": "'none'",
    "script-src": ["'self'", `'nonce-${nonce}'`, widget, tag?.script].filter(Boolean).join(" "),
    "style-src": "'self'",
    "img-src": ["'self' data: blob:", ...(tag?.images ?? [])].join(" "),
    "font-src": "'self'",
    "connect-src": ["'self'", config?.API_BASE, ...(tag?.calls ?? [])].filter(Boolean).join(" "),
    "manifest-src": "'self'",
    ...(widget ? { "frame-src": widget } : {}),
    "form-action": ["'self'", ...new Set(checkout)].join(" "),
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  };
  const headers: Record<string, string> = {
    "content-security-policy": Object.entries(policy)
      .map((entry) => entry.join(" "))
      .join("; "),
    "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains`,
    "cross-origin-opener-policy": "same-origin",
    // Share images are for other sites and set this header themselves.
    "cross-origin-resource-policy": c.res.headers.get("cross-origin-resource-policy") ?? "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // Responses whose URL contains a token set this header themselves.
    "referrer-policy": c.res.headers.get("referrer-policy") ?? "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(self), payment=(), browsing-topics=()",
  };
  setHeaders(c, headers);
});
