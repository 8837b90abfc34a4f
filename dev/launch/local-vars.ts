import { DEMO_SECRETS } from "../../src/shared/demo-secrets.ts";

/**
 * Settings of a local run. Every secret here is a public demonstration value, fit for a local machine only. A deployed
 * site has its own secrets, set with `wrangler secret put`.
 */
export type LocalOrigins = {
  /** Where the site answers, without a trailing slash: "http://localhost:8787". */
  siteUrl: string;
  /** Where the local stubs (Stripe, mail, Turnstile, push, e-Factura) answer, without a trailing slash. */
  stubsUrl: string;
};

/** Every setting that a local run needs, by the name under which an environment variable may replace it. */
export function demoVars({ siteUrl, stubsUrl }: LocalOrigins): Record<string, string> {
  return {
    ...DEMO_SECRETS,
    SITE_NAME: "Catedra",
    SITE_URL: siteUrl,
    API_BASE: "",
    DEFAULT_LOCALE: "en",
    ACCESS_TOKEN_TTL_S: "300",
    ACCESS_REFRESH_MS: "120000",
    REFRESH_GRACE_S: "30",
    REFRESH_IDLE_S: "43200",
    REFRESH_REMEMBER_S: "2592000",
    STRIPE_API_BASE: stubsUrl,
    MAIL_ENDPOINT: `${stubsUrl}/mail`,
    MAIL_FROM: "Catedra <salut@catedra.test>",
    CONTACT_EMAIL: "contact@catedra.test",
    TURNSTILE_VERIFY_URL: `${stubsUrl}/turnstile/siteverify`,
    EFACTURA_CLIENT_ID: "catedra-demo",
    EFACTURA_AUTH_URL: `${stubsUrl}/anaf-oauth2/v1`,
    EFACTURA_API_URL: `${stubsUrl}/prod/FCTEL/rest`,
    VAPID_PUBLIC_KEY:
      "BGL2pMCoZ9QmERqqJJb2sQFt_IelXylTCvTQZbrQFEYVw8jdNQRN-4RK_9P3eVrIRze6LXeaIPBYz7aKzSYWIWc",
    VAPID_SUBJECT: "mailto:contact@catedra.test",
  };
}

/**
 * The settings of a local run: the demonstration values, each replaced by the environment variable of its name.
 * Only names that the worker knows are taken over.
 */
export function localVars(
  origins: LocalOrigins,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const overrides = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...demoVars(origins), ...Object.fromEntries(overrides) };
}
