import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import { parseSearch } from "@/shared/schemas/search";
import { filterQuery } from "@/ui/active-filters";
import { errorTexts } from "@/ui/form";
import { breadcrumbData, crumbsTo } from "./crumbs";
import { findMatches } from "./find-matches";
import { itemListData } from "./list-data";
import { ListPage } from "./list-page";
import { basePath, isBase, isIndexable, listWords, scopeOf } from "./list-words";
import { listingPageRoutes } from "./listing-routes";
import { RankingPage } from "./ranking-page";
import { findRelaxations } from "./relaxations";
import { findScopeFacts } from "./scope-facts";
import { shownBy } from "./shown";

export const searchRoutes = new Hono<AppEnv>();

searchRoutes.get(paths.listings(), routeOptions({ cacheable: true, prefetchable: true }), async (c) => {
  const { ctx } = c.var;
  const query = parseSearch(new URL(c.req.url).searchParams);
  const { filters } = query;
  const scope = scopeOf(filters);
  const base = isBase(filters);
  // What tells of a subject and county stands where one comes in: not on pages that one turns to.
  const entrance = base && !query.after && !query.before;
  const [matches, facts] = await Promise.all([
    findMatches(ctx, query),
    entrance ? findScopeFacts(ctx, scope) : null,
  ]);
  const relaxations = matches.total === 0 ? await findRelaxations(ctx, filters) : [];

  const { title, description } = listWords(ctx.t, scope);
  const crumbs = crumbsTo(ctx.t, scope);
  const pageQuery = (cursor: Query) => paths.listings({ ...filterQuery(filters), ...cursor });
  const pageHref = (cursor: Query) => localizePath(ctx.locale, pageQuery(cursor));
  const view = {
    ...matches,
    heading: title,
    crumbs,
    filters,
    scope,
    facts,
    relaxations,
    warnings: Object.values(errorTexts(ctx.t, query.warnings)),
    previous: matches.previous && pageHref({ before: matches.previous }),
    next: matches.next && pageHref({ after: matches.next }),
    now: ctx.now,
  };
  const { SITE_URL: site } = ctx.config;
  const cards = [...matches.promoted, ...matches.content];
  const turned = base && !matches.first;
  const head = {
    title,
    description,
    // A page further on is no copy of the first one: docs/decisions/0021.
    canonical: turned ? pageQuery({ after: query.after, before: query.before }) : basePath(scope),
    noindex: !base || turned || !isIndexable(matches.total),
    jsonLd: [
      breadcrumbData(site, crumbs),
      ...(base && cards.length > 0 ? [itemListData(ctx.t, site, title, cards)] : []),
    ],
  };
  c.set("shown", shownBy(ctx, { promoted: matches.promoted, others: matches.content }));
  return renderPage(c, head, <ListPage view={view} />);
});

searchRoutes.get(paths.ranking(), routeOptions({ prefetchable: true, sitemap: {} }), (c) => {
  const { t } = c.var.ctx;
  const head = { title: t("search.ranking.title"), description: t("search.ranking.description") };
  return renderPage(c, head, <RankingPage />);
});

searchRoutes.route("/", listingPageRoutes);
