import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { DAY_MS } from "@/shared/dates";
import { LOCALES, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { createWebAppManifest } from "./create-web-app-manifest";

/** Well-known paths for programs: robots.txt, security.txt, change-password. */
export const machineRoutes = new Hono<AppEnv>();

/** Password managers send their users here (https://w3c.github.io/webappsec-change-password-url/). */
machineRoutes.get(paths.changePassword(), (c) => c.redirect(paths.settings(), 302));

/** Disallowed paths, each with everything below it, in every language. */
const NOT_FOR_ROBOTS = [paths.admin(), paths.profile(), paths.setLocale()];

/** RFC 9309. Pages with `noindex` are not listed, because robots must read them to see it. */
machineRoutes.get(paths.robots(), (c) => {
  const closed = LOCALES.flatMap((locale) => NOT_FOR_ROBOTS.map((path) => localizePath(locale, path)));
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

/** Half a year; RFC 9116, 2.5.5 recommends less than a year. */
const GOOD_FOR_MS = 180 * DAY_MS;

/**
 * The contact for security reports (RFC 9116). Each answer is valid for GOOD_FOR_MS from its day, so it never expires.
 */
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
