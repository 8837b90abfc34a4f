import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import { parseSearch } from "@/shared/schemas/search";
import { toFilterQuery } from "@/ui/active-filters";
import { LinkButton } from "@/ui/button";
import { toFormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { shownBy } from "./impressions";
import { breadcrumbData, crumbsTo } from "./list/breadcrumbs";
import { basePath, isBase, isIndexable, itemListData, listWords, scopeOf } from "./list/list-metadata";
import { ListPage } from "./list/list-page";
import { findRelaxations } from "./list/relaxations";
import { findScopeFacts } from "./list/scope-facts";
import { listingPageRoutes } from "./listing-page/listing-routes";
import { findMatches } from "./matching/find-matches";

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
  const pageQuery = (cursor: Query) => paths.listings({ ...toFilterQuery(filters), ...cursor });
  const pageHref = (cursor: Query) => localizePath(ctx.locale, pageQuery(cursor));
  const view = {
    ...matches,
    heading: title,
    crumbs,
    filters,
    scope,
    facts,
    relaxations,
    warnings: Object.values(toFormErrors(ctx.t, query.warnings)),
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

/** How the order of listings comes about: what the law asks of a marketplace, in plain words. */
export function RankingPage() {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("search.ranking.title")}</h1>
        <p className="page-head__lead">{t("search.ranking.lead")}</p>
      </header>
      <div className="prose">
        <h2>{t("search.ranking.orderTitle")}</h2>
        <p>{t("search.ranking.newest")}</p>
        <p>{t("search.ranking.relevance")}</p>
        <p>{t("search.ranking.price")}</p>
        <p>{t("search.ranking.distance")}</p>
        <p>{t("search.ranking.filters")}</p>
        <p>{t("search.ranking.same")}</p>
        <h2>{t("search.ranking.promotedTitle")}</h2>
        <p>{t("search.ranking.promotedWhat")}</p>
        <p>{t("search.ranking.promotedDraw")}</p>
        <p>{t("search.ranking.promotedMany")}</p>
        <p>{t("search.ranking.promotedLimits")}</p>
        <p>{t("search.ranking.promotedCap")}</p>
      </div>
      <p className="section">
        <LinkButton href={url(paths.listings())}>{t("search.ranking.back")}</LinkButton>
      </p>
    </div>
  );
}
