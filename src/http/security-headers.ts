import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import type { Config } from "@/env";
import { APP_CHECK_ORIGIN } from "@/shared/app-check";
import { allowsGoogleTag } from "@/shared/consent";
import { GOOGLE_TAG_ORIGINS } from "@/shared/google-tag-origins";
import { findStoredConsent } from "./cookies";
import { setHeaders } from "./responses";

const YEAR_S = 31_536_000;
const STRIPE_CHECKOUT = "https://checkout.stripe.com";

/** Security headers that are the same for every response. */
const CONSTANT_HEADERS = {
  "strict-transport-security": `max-age=${YEAR_S}; includeSubDomains`,
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "permissions-policy": "camera=(), microphone=(), geolocation=(self), payment=(), browsing-topics=()",
};
/**
 * Security headers that a route may set itself: share images are for other sites, some URLs contain a token, and admins
 * see PDFs in a frame. Files of users set a content security policy of their own.
 */
const DEFAULT_HEADERS = {
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
};

/** What a page's scripts need in addition to this site. */
type PolicyOptions = { appCheck: boolean; googleTag: boolean };

/**
 * The content security policy. Scripts run only from this site. Forms may also lead to the payment page, because
 * browsers apply `form-action` to a form's redirects.
 */
function toPolicy(config: Partial<Config>, { appCheck, googleTag }: PolicyOptions): string {
  const checkout = new Set([STRIPE_CHECKOUT, new URL(config.STRIPE_API_BASE ?? STRIPE_CHECKOUT).origin]);
  const widget = appCheck ? [APP_CHECK_ORIGIN] : [];
  const tag = googleTag ? GOOGLE_TAG_ORIGINS : null;
  const directives: [name: string, ...sources: string[]][] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...widget, ...(tag ? [tag.script] : [])],
    ["style-src", "'self'"],
    ["img-src", "'self'", "data:", "blob:", ...(tag?.images ?? [])],
    ["font-src", "'self'"],
    ["connect-src", "'self'", ...(config.API_BASE ? [config.API_BASE] : []), ...(tag?.calls ?? [])],
    ["manifest-src", "'self'"],
    ["frame-src", "'self'", ...widget],
    ["form-action", "'self'", ...checkout],
    ["base-uri", "'none'"],
    ["frame-ancestors", "'none'"],
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}

/** The four policies of a configuration: index 1 and 3 with the app check, 2 and 3 with Google's tag. */
const policies = new WeakMap<Partial<Config>, string[]>();

function getPolicy(config: Partial<Config>, { appCheck, googleTag }: PolicyOptions): string {
  const known =
    policies.get(config) ??
    [0, 1, 2, 3].map((index) => toPolicy(config, { appCheck: index % 2 === 1, googleTag: index > 1 }));
  policies.set(config, known);
  return known[Number(appCheck) + 2 * Number(googleTag)] ?? "";
}

/** Without valid settings, every response is an error. */
const NO_CONFIG: Partial<Config> = {};

/** Security headers of every response. Google's tag is allowed only with the visitor's consent. */
export const securityHeaders = createMiddleware<AppEnv>(async function securityHeaders(c, next) {
  await next();
  const config = c.get("ctx")?.config ?? NO_CONFIG;
  const policy = getPolicy(config, {
    appCheck: c.get("appCheck") === true && config.TURNSTILE_SITE_KEY !== undefined,
    googleTag: config.GA_MEASUREMENT_ID !== undefined && allowsGoogleTag(findStoredConsent(c)),
  });
  const { headers } = c.res;
  const missing = Object.entries(DEFAULT_HEADERS).filter(([name]) => !headers.has(name));
  setHeaders(c, {
    ...CONSTANT_HEADERS,
    ...Object.fromEntries(missing),
    "content-security-policy": headers.get("content-security-policy") ?? policy,
  });
});
