import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { toSearchEvents } from "@/features/counted-searches";
import { toFilterQuery, toListQuery } from "@/features/search/list/active-filters";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { localizePath } from "@/shared/i18n/locales";
import { paths, type Query } from "@/shared/paths";
import { parseSearch, parseTypedSearch, type SearchFilters, type SearchQuery } from "@/shared/schemas/search";
import { LinkButton } from "@/ui/button";
import { toFormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { searchWithCorrection } from "./correction/search-with-correction";
import { toImpressions } from "./impressions";
import { buildBreadcrumbData, listBreadcrumbs } from "./list/breadcrumbs";
import type { AppliedCorrection } from "./list/corrected-notice";
import {
  buildItemListData,
  buildListMetadata,
  formatHeading,
  isIndexable,
  isScopeOnly,
  scopePath,
  toScope,
} from "./list/list-metadata";
import { ListPage } from "./list/list-page";
import { getScopeSummary } from "./list/scope-summary";
import type { Understanding } from "./list/understood-notice";
import { listingPageRoutes } from "./listing-page/listing-routes";
import { listMatches, type Matches } from "./matching/list-matches";
import type { NextSteps } from "./next-steps/list-next-steps";
import type { EarlierWords } from "./understanding/earlier-words";
import { loadMeaningCheck, understandQuery } from "./understanding/understand-query";
import type { UnderstoodWords } from "./understanding/understand-search";

export const searchRoutes = new Hono<AppEnv>();

searchRoutes.get(paths.listings(), routeOptions({ cacheable: true, prefetchable: true }), async (c) => {
  const { ctx } = c.var;
  const asked = parseTypedSearch(new URL(c.req.url).searchParams, ctx.locale);
  const text = c.req.query("understood");
  // Only lists that were reached by words need this code.
  const words = text || asked.filters.q ? await import("./understanding/earlier-words") : null;
  const { earlier, filters: own } = (await words?.understandEarlier(text, asked.filters, ctx)) ?? {
    earlier: null,
    filters: asked.filters,
  };
  // The words that the page of the form searched for as they are: a second town, or exact words. Others are understood.
  const exact = asked.exact || c.req.query("literal") === asked.filters.q;
  const typed = { ...asked, filters: own, exact };
  const { search, filters, understood, replaced, matches, summary, corrected } = await searchWithCorrection(
    ctx,
    typed,
    (query) => loadList(ctx, query),
  );
  const query = { ...search, filters };
  const mode = {
    isSelecting: c.req.query("select") === "1",
    isExact: search.exact && search.filters.q !== "",
    hasMeaning: await loadMeaningCheck(filters, ctx.now),
    understood: words?.joinTexts(earlier, {
      filters,
      q: understood.length > 0 ? search.filters.q : filters.q,
      understood,
    }),
  };
  const isExpanded = c.req.query("more") === "1";
  const scope = toScope(filters);
  const scopeOnly = isScopeOnly(filters);
  const nextSteps = matches.total === 0 ? await loadNextSteps(ctx, filters) : null;
  const close = hasFewResults(matches) ? await loadCloseListings(ctx, filters, matches) : [];

  const { description } = buildListMetadata(ctx.t, scope);
  // The words that were searched for, with those that became filters.
  const title = formatHeading(ctx.t, filters, search.filters.q);
  const crumbs = listBreadcrumbs(ctx.t, scope);
  const pageQuery = (cursor: Query) => paths.listings({ ...toFilterQuery(filters), ...cursor });
  const correction = corrected
    ? { ...corrected, typed: typed.filters }
    : await readEarlierCorrection(c.req.query("corrected"), filters, earlier);
  const pageHref = (cursor: Query) =>
    localizePath(
      ctx.locale,
      paths.listings({ ...toListQuery(filters, mode), corrected: correction?.from, ...cursor }),
    );
  const view = {
    ...matches,
    heading: title,
    crumbs,
    filters,
    scope,
    summary,
    nextSteps,
    close,
    mode,
    isExpanded,
    correction,
    understanding:
      (await getUnderstanding(ctx, search, understood, { replaced, isAsked: typed.exact, earlier })) ??
      (await getEarlierUnderstanding(earlier, filters, mode.understood)),
    warnings: Object.values(toFormErrors(ctx.t, typed.warnings)),
    previous: matches.previous && pageHref({ before: matches.previous }),
    next: matches.next && pageHref({ after: matches.next }),
    now: ctx.now,
  };
  const { SITE_URL: site } = ctx.config;
  const cards = [...matches.promoted, ...matches.content];
  const isLaterPage = scopeOnly && !matches.isFirst;
  const head = {
    title,
    description,
    hasResults: true,
    // A later page is not a copy of the first one: docs/decisions/0021.
    canonical: isLaterPage ? pageQuery({ after: query.after, before: query.before }) : scopePath(scope),
    // A list that was reached by words is a copy of the list of its scope.
    noindex:
      mode.isSelecting ||
      isExpanded ||
      typed.filters.q !== "" ||
      earlier !== null ||
      !scopeOnly ||
      isLaterPage ||
      !isIndexable(matches.total),
    jsonLd: [
      buildBreadcrumbData(site, crumbs),
      ...(scopeOnly && cards.length > 0 ? [buildItemListData(ctx.t, site, title, cards)] : []),
    ],
  };
  // The link to the checkboxes opens the first page, which was counted without them.
  if (!mode.isSelecting || query.after || query.before) {
    c.set("statisticsEvents", [
      ...toImpressions(ctx, {
        promoted: matches.promoted,
        others: [...matches.content, ...close, ...(nextSteps?.cards ?? [])],
      }),
      ...toSearchEvents(query, matches.total),
    ]);
  }
  return renderPage(c, head, <ListPage view={view} />);
});

/** A search with its words understood: a page of matches and, of a subject or county alone, the summary. */
async function loadList(ctx: Ctx, search: SearchQuery) {
  const { filters, understood, replaced } = await understandQuery(search, ctx);
  // The summary of the subject and county is on the first page only.
  const hasSummary = isScopeOnly(filters) && !search.after && !search.before;
  const [matches, summary] = await Promise.all([
    listMatches(ctx, { ...search, filters }),
    hasSummary ? getScopeSummary(ctx, toScope(filters)) : null,
  ]);
  return { search, filters, understood, replaced, matches, summary };
}

/** Similar searches for one without results. Their code is loaded with the first of them. */
async function loadNextSteps(ctx: Ctx, filters: SearchFilters): Promise<NextSteps> {
  const { listNextSteps } = await import("./next-steps/list-next-steps");
  return listNextSteps(ctx, filters);
}

/** With fewer results, a list also shows listings that are close to the search. */
const MIN_RESULTS = 5;

/** Whether a search has results, but so few that its list shows others, too. */
const hasFewResults = ({ total, isFirst }: Matches): boolean =>
  isFirst && total !== null && total > 0 && total < MIN_RESULTS;

async function loadCloseListings(ctx: Ctx, filters: SearchFilters, { promoted, content }: Matches) {
  const { listCloseListings } = await import("./next-steps/list-close-listings");
  return listCloseListings(ctx, filters, [...promoted, ...content]);
}

/**
 * What the page says about the typed words; null if they mean no filters, or are what an earlier search left.
 * `isAsked`: exact words were asked for.
 */
async function getUnderstanding(
  { now }: Ctx,
  { filters, exact }: SearchQuery,
  understood: readonly UnderstoodWords[],
  {
    replaced = {},
    isAsked,
    earlier,
  }: { replaced: Partial<SearchFilters> | undefined; isAsked: boolean; earlier: EarlierWords | null },
): Promise<Understanding | null> {
  if (exact && earlier?.q === filters.q) return null;
  // An exact search offers the meaning of its words.
  const words = exact ? (await understandQuery({ filters, exact: false }, { now })).understood : understood;
  if (words.length === 0) return null;
  const use = exact ? (isAsked ? "available" : "none") : "applied";
  return { use, words, replaced, typed: filters };
}

/** The correction of a typed text that the address of a later page names; null if it names none. */
async function readEarlierCorrection(
  text: string | undefined,
  filters: SearchFilters,
  earlier: EarlierWords | null,
): Promise<AppliedCorrection | null> {
  const from = parseSearch(new URLSearchParams({ q: text ?? "" })).filters.q;
  const to = earlier?.text ?? filters.q;
  if (from === "" || to === "") return null;
  const { toTypedFilters } = await import("./understanding/earlier-words");
  return { from, to, typed: toTypedFilters(filters, earlier?.words ?? [], from) };
}

/** What the page says about the words of an earlier search. */
async function getEarlierUnderstanding(
  earlier: EarlierWords | null,
  filters: SearchFilters,
  text = "",
): Promise<Understanding | null> {
  if (!earlier || text === "") return null;
  const { toTypedFilters } = await import("./understanding/earlier-words");
  const typed = toTypedFilters(filters, earlier.words, text);
  return { use: "applied", words: earlier.words, replaced: {}, typed };
}

searchRoutes.get(paths.ranking(), routeOptions({ prefetchable: true, sitemap: {} }), (c) => {
  const { t } = c.var.ctx;
  const head = { title: t("search.ranking.title"), description: t("search.ranking.description") };
  return renderPage(c, head, <RankingPage />);
});

searchRoutes.route("/", listingPageRoutes);

/** Explains how listings are ranked. Consumer law requires it of marketplaces. */
function RankingPage() {
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
        <p>{t("search.ranking.rating")}</p>
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
