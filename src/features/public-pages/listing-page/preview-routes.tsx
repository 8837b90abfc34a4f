import { Hono } from "hono";
import type { AppEnv } from "@/context";
import {
  ListingFormPage,
  loadFormAdvice,
  PreviewBar,
  parseListingForm,
  previewListing,
} from "@/features/listings";
import { listBreadcrumbs } from "@/features/search";
import { getMaxPictureFormBytes } from "@/http/body-limit";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
import { getFound } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findTeacherProfile } from "./find-teacher";
import { ListingPage } from "./listing-page";

/** The preview of an edited listing. Visitors' pages are loaded without it (`first-pages.ts`). */
export const previewRoutes = new Hono<AppEnv>();

/** Shows a listing from its unsaved form as visitors will see it. Saves nothing. */
previewRoutes.post(
  paths.previewListing(":id"),
  routeOptions({ maxBody: getMaxPictureFormBytes }),
  async (c) => {
    const { ctx } = c.var;
    const submitted = { ...parseListingForm(await readForm(c), ctx.newId), id: idParam(c) };
    const outcome = await previewListing(ctx, submitted);
    if ("refusal" in outcome) return refusalResponse(c, outcome.refusal);
    if ("form" in outcome) {
      if (outcome.retryAfter) c.header("retry-after", String(outcome.retryAfter));
      const title = ctx.t(`listings.${outcome.form.saved ? "edit" : "create"}.heading`);
      return renderPage(
        c,
        { title, noindex: true },
        <ListingFormPage form={outcome.form} {...(await loadFormAdvice(ctx, outcome.form))} />,
        outcome.status,
      );
    }
    const { listing } = outcome.preview;
    const teacher = getFound(await findTeacherProfile(ctx, listing.ownerId));
    const view = {
      listing,
      teacher,
      reviews: null,
      others: [],
      similar: [],
      crumbs: listBreadcrumbs(ctx.t, listing),
      manages: false,
      isTrusted: false,
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
