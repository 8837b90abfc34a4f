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
import { pictureFormBody } from "@/http/body-limit";
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
import { breadcrumbData, crumbsTo } from "../list/breadcrumbs";
import { listingData, listingWords } from "./listing-metadata";
import { ListingPage, UnavailablePage } from "./listing-page";
import { findSimilar, findTeacher } from "./queries";

/** A listing's own page. */
export const listingPageRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

listingPageRoutes.get(
  paths.listing(":id"),
  routeOptions({ cacheable: true, prefetchable: true }),
  async (c, next) => {
    // Its neighbours such as /tutoring/create have routes of their own.
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

/** Where one comes by choosing the other language on the page of the number. */
listingPageRoutes.get(paths.revealPhone(":id"), (c) =>
  c.redirect(localizePath(c.var.ctx.locale, paths.listing(idParam(c))), 302),
);

type ListingView = {
  visible: boolean;
  manages: boolean;
  /** What came of asking for the phone number. */
  phone?: { number: string | null; refused: string | null };
  status?: number;
};

async function showListing(
  c: C,
  listing: ListingDetails,
  { visible, manages, phone = { number: null, refused: null }, status = 200 }: ListingView,
) {
  const { ctx } = c.var;
  const { t } = ctx;
  const site = ctx.config.SITE_URL;
  const [teacher, similar, promotions, earlier] = await Promise.all([
    findTeacher(ctx, listing.ownerId),
    findSimilar(ctx, listing),
    manages ? listPromotionsByListing(ctx, [listing.id]) : null,
    manages ? null : findEarlierEnquiry(ctx, listing.id),
  ]);
  if (!teacher) throw new Refused({ code: "not_found" });
  if (!manages) c.set("shown", [{ listingId: listing.id, kind: "view" }]);
  const { title, description } = listingWords(t, listing);
  const crumbs = crumbsTo(t, listing);
  const here = site + localizePath(ctx.locale, paths.listing(listing.id));
  const head = {
    title,
    description,
    noindex: !visible,
    canonical: paths.listing(listing.id),
    ...(visible ? { image: paths.listingShareImage(listing.id, listing.version) } : {}),
    appCheck: ctx.user === null,
    jsonLd: visible ? [breadcrumbData(site, crumbs, listing.title), listingData(t, listing, site, here)] : [],
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
  const similar = await findSimilar(ctx, listing);
  const title = ctx.t(`listing.${deleted ? "gone" : "unavailable"}.title`);
  const page = <UnavailablePage listing={listing} similar={similar} now={ctx.now} />;
  return renderPage(c, { title, noindex: true }, page, deleted ? 410 : 200);
}

/** A listing as visitors will see it, from its form as it stands. It is kept nowhere. */
listingPageRoutes.post(paths.previewListing(":id"), routeOptions({ maxBody: pictureFormBody }), async (c) => {
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
  const teacher = await findTeacher(ctx, listing.ownerId);
  if (!teacher) throw new Refused({ code: "not_found" });
  const view = {
    listing,
    teacher,
    similar: [],
    crumbs: crumbsTo(ctx.t, listing),
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
});
