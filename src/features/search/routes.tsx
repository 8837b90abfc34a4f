import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findEarlierEnquiry } from "@/features/enquiries";
import { findListing, findVisibleListing, type ListingDetails } from "@/features/listings";
import { listingPromotions } from "@/features/promotions";
import { renderPage } from "@/http/render";
import { Refused } from "@/shared/errors";
import { localised } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths, type Query } from "@/shared/paths";
import { parseSearch } from "@/shared/schemas/search";
import { filterQuery } from "@/ui/active-filters";
import { breadcrumbData, crumbsTo } from "./crumbs";
import { findMatches } from "./find-matches";
import { itemListData } from "./list-data";
import { ListPage } from "./list-page";
import { basePath, isBase, isIndexable, listWords, scopeOf } from "./list-words";
import { ListingPage } from "./listing-page";
import { listingData, listingWords } from "./listing-words";
import { RankingPage } from "./ranking-page";
import { findRelaxations } from "./relaxations";
import { findScopeFacts } from "./scope-facts";
import { shownBy } from "./shown";
import { findSimilar } from "./similar";
import { findTeacher } from "./teacher";
import { UnavailablePage } from "./unavailable-page";

export const searchRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

searchRoutes.get(paths.listings(), async (c) => {
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
  const pageHref = (cursor: Query) => localised(ctx.locale, pageQuery(cursor));
  const view = {
    ...matches,
    heading: title,
    crumbs,
    filters,
    scope,
    facts,
    relaxations,
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

searchRoutes.get(paths.ranking(), (c) => {
  const { t } = c.var.ctx;
  const head = { title: t("search.ranking.title"), description: t("search.ranking.description") };
  return renderPage(c, head, <RankingPage />);
});

searchRoutes.get(paths.listing(":id"), async (c, next) => {
  // Its neighbours such as /tutoring/create have routes of their own.
  const id = c.req.param("id") ?? "";
  if (!ID_PATTERN.test(id)) return next();
  const { ctx } = c.var;
  const visible = await findVisibleListing(ctx, id);
  const listing = visible ?? (await findListing(ctx, id));
  if (!listing) throw new Refused({ code: "not_found" });

  const deleted = listing.state === "deleted";
  const manages = !deleted && ctx.user !== null && (ctx.user.id === listing.ownerId || ctx.user.role === "a");
  if (visible || manages) return showListing(c, listing, { visible: visible !== null, manages });
  // What was never published was never anybody else's business.
  if (listing.publishedTs === null) throw new Refused({ code: "not_found" });
  return showUnavailable(c, listing);
});

async function showListing(
  c: C,
  listing: ListingDetails,
  { visible, manages }: { visible: boolean; manages: boolean },
) {
  const { ctx } = c.var;
  const { t } = ctx;
  const site = ctx.config.SITE_URL;
  const [teacher, similar, promotions, earlier] = await Promise.all([
    findTeacher(ctx, listing.ownerId),
    findSimilar(ctx, listing),
    manages ? listingPromotions(ctx, [listing.id]) : null,
    manages ? null : findEarlierEnquiry(ctx, listing.id),
  ]);
  if (!teacher) throw new Refused({ code: "not_found" });
  if (!manages) c.set("shown", [{ listingId: listing.id, kind: "view" }]);
  const { title, description } = listingWords(t, listing);
  const crumbs = crumbsTo(t, listing);
  const here = site + localised(ctx.locale, paths.listing(listing.id));
  const head = {
    title,
    description,
    noindex: !visible,
    jsonLd: visible ? [breadcrumbData(site, crumbs, listing.title), listingData(t, listing, site, here)] : [],
  };
  const view = {
    listing,
    teacher,
    similar,
    crumbs,
    manages,
    enquiry: manages ? null : { listingId: listing.id, once: ctx.newId(), earlier },
    promotions: promotions?.get(listing.id) ?? [],
    now: ctx.now,
  };
  return renderPage(c, head, <ListingPage view={view} />);
}

async function showUnavailable(c: C, listing: ListingDetails) {
  const { ctx } = c.var;
  const deleted = listing.state === "deleted";
  const similar = await findSimilar(ctx, listing);
  const title = ctx.t(`listing.${deleted ? "gone" : "unavailable"}.title`);
  const page = <UnavailablePage listing={listing} similar={similar} now={ctx.now} />;
  return renderPage(c, { title, noindex: true }, page, deleted ? 410 : 200);
}
