import { type Context, Hono } from "hono";
import { isAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import {
  findBlockOfOwner,
  findEarlierEnquiry,
  findProvenAddress,
  loadSenderProps,
  type PhoneState,
  revealPhone,
  toBlockedUsersSql,
} from "@/features/enquiries";
import { findListingWithVisibility, isTrustedOwner, listSimilarListings } from "@/features/listings";
import { listPromotionsByListing } from "@/features/promotions";
import { listReviewsForListing } from "@/features/reviews";
import { buildBreadcrumbData, listBreadcrumbs } from "@/features/search";
import { getGuestCookies } from "@/http/guest-cookies";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, getFound, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { findTeacherOfListing } from "./find-teacher";
import { listListingsOfSameTeacher } from "./list-teacher-listings";
import { buildListingData, buildListingMetadata } from "./listing-metadata";
import { ListingPage, UnavailablePage } from "./listing-page";

/** The page of a listing and the teacher's phone number. */
export const listingPageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

listingPageRoutes.get(
  paths.listing(":id"),
  routeOptions({ cacheable: true, prefetchable: true }),
  async (c, next) => {
    // Paths such as /tutoring/create have other routes.
    const id = c.req.param("id") ?? "";
    if (!ID_PATTERN.test(id)) return next();
    const data = getFound(await loadListingPage(c, id));
    if (data.isVisible || data.manages) return showListing(c, data);
    // A listing that was never published is visible only to its owner and admins.
    if (data.listing.publishedTs === null) throw new Refused({ code: "not_found" });
    return showUnavailable(c, data);
  },
);

/**
 * Shows the number in the page, or the page with the refusal. A cross-site post could use up the visitor's daily limit.
 */
listingPageRoutes.post(paths.revealPhone(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  // First the page: if it can't be read, the reveal must not count.
  const data = await loadListingPage(c, id);
  const revealed = await revealPhone(ctx, id, { appCheck: form.text(APP_CHECK_FIELD) });
  if (!data?.isVisible || (!revealed.ok && revealed.refusal.code === "not_found"))
    throw new Refused({ code: "not_found" });
  const phone = revealed.ok
    ? { revealed: revealed.value, refused: null }
    : { revealed: null, refused: explainRefusal(c, revealed.refusal) };
  const status = revealed.ok ? 200 : ERROR_STATUS[revealed.refusal.code];
  return showListing(c, data, phone, status);
});

/** The language switch on the page with the number leads here. */
listingPageRoutes.get(paths.revealPhone(":id"), (c) =>
  c.redirect(localizePath(c.var.ctx.locale, paths.listing(idParam(c))), 302),
);

/** Cards on one row of a wide screen. */
const MAX_SIMILAR = 4;
/** Reviews on the page; the others have a page of their own. */
const REVIEWS_SHOWN = 3;

type ListingPageData = NonNullable<Awaited<ReturnType<typeof loadListingPage>>>;

/** A listing in any state and what its page shows, in one batch; null if there is none. `manages`: see `ListingView`. */
async function loadListingPage(c: C, id: string) {
  const { ctx } = c.var;
  const [found, teacher, reviews, own, similar, earlier, blockedIn, sender] = await Promise.all([
    findListingWithVisibility(ctx, id),
    findTeacherOfListing(ctx, id),
    listReviewsForListing(ctx, id, {}, REVIEWS_SHOWN),
    listListingsOfSameTeacher(ctx, id),
    listSimilarListings(ctx, [id], MAX_SIMILAR, { excluded: toBlockedUsersSql(ctx) }),
    findEarlierEnquiry(ctx, id, findProvenAddress(ctx, getGuestCookies(c))),
    findBlockOfOwner(ctx, id),
    loadSenderProps(ctx, getGuestCookies(c)),
  ]);
  if (!found || !teacher) return null;
  const { listing } = found;
  const others = own.filter((card) => card.id !== id);
  const manages = listing.state !== "deleted" && (ctx.user?.id === listing.ownerId || isAdmin(ctx.user));
  return { ...found, manages, teacher, reviews, others, similar, earlier, blockedIn, sender };
}

async function showListing(
  c: C,
  {
    listing,
    isVisible,
    manages,
    teacher,
    reviews,
    others,
    similar,
    earlier,
    blockedIn,
    sender,
  }: ListingPageData,
  phone: PhoneState = { revealed: null, refused: null },
  status = 200,
) {
  const { ctx } = c.var;
  const { t } = ctx;
  const site = ctx.config.SITE_URL;
  const [promotions, isTrusted] = manages
    ? await Promise.all([listPromotionsByListing(ctx, [listing.id]), isTrustedOwner(ctx, listing.ownerId)])
    : [null, false];
  if (!manages) c.set("statisticsEvents", [{ listingId: listing.id, kind: "view" }]);
  const { title, description } = buildListingMetadata(t, listing);
  const crumbs = listBreadcrumbs(t, listing);
  const pageUrl = site + localizePath(ctx.locale, paths.listing(listing.id));
  const head = {
    title,
    description,
    noindex: !isVisible,
    canonical: paths.listing(listing.id),
    ...(isVisible ? { image: paths.listingShareImage(listing.id, listing.version) } : {}),
    appCheck: ctx.user === null,
    jsonLd: isVisible
      ? [buildBreadcrumbData(site, crumbs, listing.title), buildListingData(t, listing, site, pageUrl)]
      : [],
  };
  const view = {
    listing,
    teacher,
    reviews,
    others,
    similar,
    crumbs,
    manages,
    isTrusted,
    enquiry: manages
      ? null
      : {
          listing,
          earlier,
          blockedIn,
          ...(ctx.user ? { submissionId: ctx.newId() } : {}),
          ...sender,
        },
    phone: isVisible && teacher.hasPhone && ctx.user?.id !== listing.ownerId && !blockedIn ? phone : null,
    promotions: promotions?.get(listing.id) ?? [],
    now: ctx.now,
  };
  return renderPage(c, head, <ListingPage view={view} />, status);
}

async function showUnavailable(c: C, { listing, similar }: ListingPageData) {
  const { ctx } = c.var;
  const deleted = listing.state === "deleted";
  const title = ctx.t(`public-pages.listing.${deleted ? "gone" : "unavailable"}.title`);
  const page = <UnavailablePage listing={listing} similar={similar} now={ctx.now} />;
  return renderPage(c, { title, noindex: true }, page, deleted ? 410 : 200);
}
