import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { DAY_MS } from "@/shared/dates";
import { LOCALES, localised } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { createWebAppManifest } from "./create-web-app-manifest";

/** What programs look for at addresses that they know. */
export const machineRoutes = new Hono<AppEnv>();

/** Where password managers lead their users (https://w3c.github.io/webappsec-change-password-url/). */
machineRoutes.get(paths.changePassword(), (c) => c.redirect(paths.settings(), 302));

/** Each with everything below it, in every language. */
const NOT_FOR_ROBOTS = [paths.admin(), paths.profile(), paths.setLocale()];

/** RFC 9309. What is `noindex` is not listed: who may not read it can't know. */
machineRoutes.get(paths.robots(), (c) => {
  const closed = LOCALES.flatMap((locale) => NOT_FOR_ROBOTS.map((path) => localised(locale, path)));
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${c.var.ctx.config.SITE_URL}${paths.sitemap()}`,
    "",
  ];
  c.header("cache-control", "public, max-age=3600");
  return c.text(lines.join("\n"));
});

machineRoutes.get(paths.manifest(), (c) => {
  c.header("cache-control", "public, max-age=3600");
  return c.body(JSON.stringify(createWebAppManifest(c.var.ctx)), 200, {
    "content-type": "application/manifest+json; charset=utf-8",
  });
});

/** Shorter than the year that RFC 9116 recommends as the most, 2.5.5. */
const GOOD_FOR_MS = 180 * DAY_MS;

/** Whom to tell of a weakness (RFC 9116). It never runs out: each answer is good for half a year from its day on. */
machineRoutes.get(paths.securityTxt(), (c) => {
  const { config, now } = c.var.ctx;
  const until = new Date(Math.floor((now + GOOD_FOR_MS) / DAY_MS) * DAY_MS).toISOString();
  const lines = [
    `Contact: mailto:${encodeURI(config.CONTACT_EMAIL)}`,
    `Expires: ${until}`,
    "Preferred-Languages: ro, en",
    `Canonical: ${config.SITE_URL}${paths.securityTxt()}`,
    "",
  ];
  c.header("cache-control", "public, max-age=86400");
  return c.text(lines.join("\n"));
});
