import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { storeLocale } from "@/http/cookies";
import { readForm } from "@/http/forms";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
import { isLocale, localizePath } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { buildRoutes } from "./build-routes";
import { machineRoutes } from "./machine-routes";
import { plainRoutes } from "./plain-routes";
import { sitemapRoutes } from "./sitemap-routes";

export const siteRoutes = new Hono<AppEnv>();

/** The language switch: stores the choice and redirects to the same page in that language. */
siteRoutes.post(paths.setLocale(), async (c) => {
  const form = await readForm(c);
  return switchLocale(c, form.text("locale"), form.text("next"));
});

/** The language switch as a plain link. A GET is safe here, because it only sets the visitor's own cookie. */
siteRoutes.get(paths.setLocale(), routeOptions({ noLocaleRedirect: true }), (c) =>
  switchLocale(c, c.req.query("locale"), c.req.query("next")),
);

function switchLocale(c: Context<AppEnv>, locale: string | undefined, next: string | undefined): Response {
  if (!isLocale(locale)) throw new Refused({ code: "malformed" });
  storeLocale(c, locale);
  return c.redirect(localizePath(locale, safeNext(next, paths.home())), 303);
}

siteRoutes.route("/", machineRoutes);
siteRoutes.route("/", buildRoutes);
siteRoutes.route("/", plainRoutes);
siteRoutes.route("/", sitemapRoutes);
