import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { latestPosts } from "@/features/blog";
import { findHomeListings, toImpressions } from "@/features/search";
import { publishedTestimonials } from "@/features/testimonials";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { paths } from "@/shared/paths";
import { HomePage } from "./home-page";
import { findWaysIn } from "./queries";
import { siteData } from "./site-data";

export const homeRoutes = new Hono<AppEnv>();

/** Number of new listings: two rows of four, or four of two. */
const NEWEST = 8;
const TESTIMONIALS = 3;
const POSTS = 3;

homeRoutes.get(
  paths.home(),
  routeOptions({ cacheable: true, prefetchable: true, sitemap: {} }),
  async (c) => {
    const { ctx } = c.var;
    const [listings, ways, testimonials, posts] = await Promise.all([
      findHomeListings(ctx, NEWEST),
      findWaysIn(ctx),
      publishedTestimonials(ctx, { locale: ctx.locale, limit: TESTIMONIALS }),
      latestPosts(ctx, { locale: ctx.locale, limit: POSTS }),
    ]);
    const head = {
      title: ctx.t("home.title"),
      description: ctx.t("home.description"),
      jsonLd: siteData(ctx),
    };
    c.set("shown", toImpressions(ctx, { promoted: listings.promoted, others: listings.newest }));
    const view = { ...listings, ...ways, testimonials, posts, now: ctx.now };
    return renderPage(c, head, <HomePage view={view} />);
  },
);
