import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";
import { LOCALES, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** Well-known paths for programs: change-password, robots.txt, the web app manifest, security.txt. */
export const wellKnownRoutes = new Hono<AppEnv>();

/** Password managers open this path (https://w3c.github.io/webappsec-change-password-url/). */
wellKnownRoutes.get(paths.changePassword(), (c) => c.redirect(paths.settings(), 302));

/** Disallowed paths, each with everything below it, in every language. */
const DISALLOWED_PATHS = [paths.admin(), paths.profile(), paths.setLocale()];

/** RFC 9309. Pages with `noindex` are not listed, because robots must read a page to see its `noindex`. */
wellKnownRoutes.get(paths.robots(), (c) => {
  const disallowed = LOCALES.flatMap((locale) => DISALLOWED_PATHS.map((path) => localizePath(locale, path)));
  const lines = [
    "User-agent: *",
    ...disallowed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${c.var.ctx.config.SITE_URL}${paths.sitemap()}`,
    "",
  ];
  c.header("cache-control", "public, max-age=3600");
  return c.text(lines.join("\n"));
});

wellKnownRoutes.get(paths.manifest(), (c) => {
  c.header("cache-control", "public, max-age=3600");
  return c.body(JSON.stringify(createWebAppManifest(c.var.ctx)), 200, {
    "content-type": "application/manifest+json; charset=utf-8",
  });
});

/** The light theme's background in client/styles/tokens.css. */
const BACKGROUND = "#faf7f0";

/** The web app manifest (https://www.w3.org/TR/appmanifest/) in the language of the context. */
function createWebAppManifest({ t, locale, config }: Ctx): object {
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: paths.appIcon(file),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    // The same id in every language, so that it is one app.
    id: paths.home(),
    name: config.SITE_NAME,
    short_name: config.SITE_NAME,
    description: t("general.site.description"),
    lang: locale,
    dir: "ltr",
    start_url: localizePath(locale, paths.home()),
    scope: paths.home(),
    // The pages have no back button, so the browser must show one.
    display: "minimal-ui",
    theme_color: BACKGROUND,
    background_color: BACKGROUND,
    icons: [
      { src: paths.favicon(), sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("192.png", 192, "any"),
      icon("512.png", 512, "any"),
      icon("maskable-512.png", 512, "maskable"),
    ],
  };
}

/** How long security.txt is valid: half a year; RFC 9116, 2.5.5 recommends less than a year. */
const VALIDITY_MS = 180 * DAY_MS;

/**
 * The contact for security reports (RFC 9116). Its end is counted from the request, so the file never expires.
 */
wellKnownRoutes.get(paths.securityTxt(), (c) => {
  const { config, now } = c.var.ctx;
  const expires = new Date(Math.floor((now + VALIDITY_MS) / DAY_MS) * DAY_MS).toISOString();
  const lines = [
    `Contact: mailto:${encodeURI(config.CONTACT_EMAIL)}`,
    `Expires: ${expires}`,
    "Preferred-Languages: ro, en",
    `Canonical: ${config.SITE_URL}${paths.securityTxt()}`,
    "",
  ];
  c.header("cache-control", "public, max-age=86400");
  return c.text(lines.join("\n"));
});
