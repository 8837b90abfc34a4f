import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findEarlierEnquiry, revealPhone } from "@/features/enquiries";

import {
  findListing,
  findVisibleListing,
  type ListingDetails,
  ListingFormPage,
  PreviewBar,
  parseListingForm,
  previewListing,
} from "@/features/listings";
import { listPromotionsByListing } from "@/features/promotions";
import { maxPictureFormBody } from "@/http/body-limit";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { buildBreadcrumbData, listBreadcrumbs } from "../list/breadcrumbs";
import { buildListingData, buildListingMetadata } from "./listing-metadata";
import { ListingPage, UnavailablePage } from "./listing-page";
import { findTeacherProfile, listSimilarListings } from "./queries";

/** The page of a listing, the teacher's phone number, and the preview of an edited listing. */
export const listingPageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

listingPageRoutes.get(
  paths.listing(":id"),
  routeOptions({ cacheable: true, prefetchable: true }),
  async (c, next) => {
    // Paths such as /tutoring/create have other routes.
    const id = c.req.param("id") ?? "";
    if (!ID_PATTERN.test(id)) return next();
    const { ctx } = c.var;
    const visible = await findVisibleListing(ctx, id);
    const listing = visible ?? (await findListing(ctx, id));
    if (!listing) throw new Refused({ code: "not_found" });

    const deleted = listing.state === "deleted";
    const manages =
      !deleted && ctx.user !== null && (ctx.user.id === listing.ownerId || ctx.user.role === "a");
    if (visible || manages) return showListing(c, listing, { visible: visible !== null, manages });
    // A listing that was never published is visible only to its owner and admins.
    if (listing.publishedTs === null) throw new Refused({ code: "not_found" });
    return showUnavailable(c, listing);
  },
);

/** Shows the number in the page, or the page with the refusal. A cross-site post could use up the visitor's daily limit. */
listingPageRoutes.post(paths.revealPhone(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const [revealed, listing] = await Promise.all([
    revealPhone(ctx, id, { appCheck: form.text(APP_CHECK_FIELD) }),
    findVisibleListing(ctx, id),
  ]);
  if (!listing || (!revealed.ok && revealed.refusal.code === "not_found"))
    throw new Refused({ code: "not_found" });
  const phone = revealed.ok
    ? { number: revealed.value.phone, refused: null }
    : { number: null, refused: explainRefusal(c, revealed.refusal) };
  const manages = ctx.user?.role === "a" || ctx.user?.id === listing.ownerId;
  const status = revealed.ok ? 200 : ERROR_STATUS[revealed.refusal.code];
  return showListing(c, listing, { visible: true, manages, phone, status });
});

/** The language switch on the page with the number leads here. */
listingPageRoutes.get(paths.revealPhone(":id"), (c) =>
  c.redirect(localizePath(c.var.ctx.locale, paths.listing(idParam(c))), 302),
);

type ShowOptions = {
  visible: boolean;
  manages: boolean;
  /** The revealed phone number, or the refusal as text. */
  phone?: { number: string | null; refused: string | null };
  status?: number;
};

async function showListing(
  c: C,
  listing: ListingDetails,
  { visible, manages, phone = { number: null, refused: null }, status = 200 }: ShowOptions,
) {
  const { ctx } = c.var;
  const { t } = ctx;
  const site = ctx.config.SITE_URL;
  const [teacher, similar, promotions, earlier] = await Promise.all([
    findTeacherProfile(ctx, listing.ownerId),
    listSimilarListings(ctx, listing),
    manages ? listPromotionsByListing(ctx, [listing.id]) : null,
    manages ? null : findEarlierEnquiry(ctx, listing.id),
  ]);
  if (!teacher) throw new Refused({ code: "not_found" });
  if (!manages) c.set("viewEvents", [{ listingId: listing.id, kind: "view" }]);
  const { title, description } = buildListingMetadata(t, listing);
  const crumbs = listBreadcrumbs(t, listing);
  const pageUrl = site + localizePath(ctx.locale, paths.listing(listing.id));
  const head = {
    title,
    description,
    noindex: !visible,
    canonical: paths.listing(listing.id),
    ...(visible ? { image: paths.listingShareImage(listing.id, listing.version) } : {}),
    appCheck: ctx.user === null,
    jsonLd: visible
      ? [buildBreadcrumbData(site, crumbs, listing.title), buildListingData(t, listing, site, pageUrl)]
      : [],
  };
  const view = {
    listing,
    teacher,
    similar,
    crumbs,
    manages,
    enquiry: manages ? null : { listingId: listing.id, earlier, ...(ctx.user ? { once: ctx.newId() } : {}) },
    phone: visible && teacher.hasPhone && ctx.user?.id !== listing.ownerId ? phone : null,
    promotions: promotions?.get(listing.id) ?? [],
    now: ctx.now,
  };
  return renderPage(c, head, <ListingPage view={view} />, status);
}

async function showUnavailable(c: C, listing: ListingDetails) {
  const { ctx } = c.var;
  const deleted = listing.state === "deleted";
  const similar = await listSimilarListings(ctx, listing);
  const title = ctx.t(`search.listing.${deleted ? "gone" : "unavailable"}.title`);
  const page = <UnavailablePage listing={listing} similar={similar} now={ctx.now} />;
  return renderPage(c, { title, noindex: true }, page, deleted ? 410 : 200);
}

/** Shows a listing from its unsaved form as visitors will see it. Saves nothing. */
listingPageRoutes.post(
  paths.previewListing(":id"),
  routeOptions({ maxBody: maxPictureFormBody }),
  async (c) => {
    const { ctx } = c.var;
    const sent = { ...parseListingForm(await readForm(c), ctx.newId), id: idParam(c) };
    const outcome = await previewListing(ctx, sent);
    if ("refusal" in outcome) return refusalResponse(c, outcome.refusal);
    if ("form" in outcome) {
      if (outcome.retryAfter) c.header("retry-after", String(outcome.retryAfter));
      const title = ctx.t(`listings.${outcome.form.saved ? "edit" : "create"}.heading`);
      return renderPage(c, { title, noindex: true }, <ListingFormPage form={outcome.form} />, outcome.status);
    }
    const { listing } = outcome.preview;
    const teacher = await findTeacherProfile(ctx, listing.ownerId);
    if (!teacher) throw new Refused({ code: "not_found" });
    const view = {
      listing,
      teacher,
      similar: [],
      crumbs: listBreadcrumbs(ctx.t, listing),
      manages: false,
      enquiry: null,
      phone: null,
      promotions: [],
      now: ctx.now,
    };
    const head = { title: ctx.t("listings.preview.title", { title: listing.title }), noindex: true };
    return renderPage(
      c,
      head,
      <>
        <div className="container section">
          <PreviewBar preview={outcome.preview} />
        </div>
        <ListingPage view={view} />
      </>,
    );
  },
);
