import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { listLatestPosts } from "@/features/blog";
import { listHomeListings, listScopeCounts, toImpressions } from "@/features/search";
import { listLatestTestimonials } from "@/features/testimonials";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { HomePage } from "./home-page";

export const homeRoutes = new Hono<AppEnv>();

/** Number of new listings: two rows of four, or four of two. */
const NEW_LISTINGS = 8;
const TESTIMONIALS = 3;
const POSTS = 3;

homeRoutes.get(
  paths.home(),
  routeOptions({ cacheable: true, prefetchable: true, sitemap: {} }),
  async (c) => {
    const { ctx } = c.var;
    const [listings, subjects, counties, testimonials, posts] = await Promise.all([
      listHomeListings(ctx, NEW_LISTINGS),
      listScopeCounts(ctx, SUBJECT_SCOPES),
      listScopeCounts(ctx, COUNTY_SCOPES),
      listLatestTestimonials(ctx, { locale: ctx.locale, limit: TESTIMONIALS }),
      listLatestPosts(ctx, { locale: ctx.locale, limit: POSTS }),
    ]);
    const head = {
      title: ctx.t("home.title"),
      description: ctx.t("home.description"),
      jsonLd: createSiteData(ctx),
    };
    c.set("statisticsEvents", toImpressions(ctx, { promoted: listings.promoted, others: listings.newest }));
    const view = { ...listings, subjects, counties, testimonials, posts, now: ctx.now };
    return renderPage(c, head, <HomePage view={view} />);
  },
);

const SUBJECT_SCOPES = SUBJECTS.map((subject) => ({ subject, county: null }));
const COUNTY_SCOPES = COUNTY_CODES.map((county) => ({ subject: null, county }));

/**
 * Structured data about the site and its operator, on the home page. https://schema.org/WebSite,
 * https://schema.org/Organization
 */
function createSiteData({ config, locale, t }: Ctx): object[] {
  const { SITE_URL: site, SITE_NAME: name } = config;
  const url = site + localizePath(locale, paths.home());
  // The template's braces must not be encoded: https://schema.org/SearchAction
  const search = `${site}${localizePath(locale, paths.listings())}?q={search_term_string}`;
  return [
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name,
      url,
      inLanguage: locale,
      description: t("home.description"),
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: search },
        "query-input": "required name=search_term_string",
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      name,
      url: site + paths.home(),
      logo: site + paths.favicon(),
    },
  ];
}
