import type { Context } from "hono";
import { Hono } from "hono";
import { getSessionCookiePrefix } from "@/auth/sessions";
import type { AppEnv } from "@/context";
import { findCompleteSeller, listPackagesOnSale } from "@/features/settings";
import { findStoredConsent, setLocaleCookie } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
import { isLocale, localizePath } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { buildRoutes } from "./build-routes";
import { PlainPage } from "./plain-page";
import { PLAIN_PAGES } from "./plain-pages";
import { sitemapRoutes } from "./sitemap-routes";
import { speculationRulesRoutes } from "./speculation-rules-routes";
import { TeachPage } from "./teach-page";
import { wellKnownRoutes } from "./well-known-routes";

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
  setLocaleCookie(c, locale);
  return c.redirect(localizePath(locale, safeNext(next, paths.home())), 303);
}

for (const page of PLAIN_PAGES) {
  siteRoutes.get(page.path, routeOptions({ sitemap: { changed: page.changed } }), async (c) => {
    const { ctx } = c.var;
    const sessionCookiePrefix = getSessionCookiePrefix(ctx.config);
    const { SITE_NAME: site, CONTACT_EMAIL: email, GA_MEASUREMENT_ID: tag } = ctx.config;
    const showsOperator = page.sections.some(({ part }) => part === "operator");
    const seller = showsOperator ? await findCompleteSeller(ctx) : null;
    const head = {
      title: ctx.t(`site.${page.name}.title`),
      description: ctx.t(`site.${page.name}.description`, { site }),
    };
    const operator = { email, seller, usesAnalytics: tag !== undefined, sessionCookiePrefix };
    const consentChoice = { consent: findStoredConsent(c), isSaved: c.req.query("done") === "consent" };
    return renderPage(c, head, <PlainPage page={page} operator={operator} consentChoice={consentChoice} />);
  });
}

siteRoutes.get(
  paths.teach(),
  routeOptions({ cacheable: true, prefetchable: true, sitemap: {} }),
  async (c) => {
    const { ctx } = c.var;
    const head = {
      title: ctx.t("site.teach.title"),
      description: ctx.t("site.teach.description", { site: ctx.config.SITE_NAME }),
    };
    return renderPage(c, head, <TeachPage packages={await listPackagesOnSale(ctx)} now={ctx.now} />);
  },
);

siteRoutes.route("/", wellKnownRoutes);
siteRoutes.route("/", buildRoutes);
siteRoutes.route("/", sitemapRoutes);
siteRoutes.route("/", speculationRulesRoutes);
