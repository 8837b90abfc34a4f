import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { ListingFormPage, PreviewBar, parseListingForm, previewListing } from "@/features/listings";
import { pictureFormBody } from "@/http/body-limit";
import { refusalAnswer } from "@/http/errors";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { crumbsTo } from "./crumbs";
import { ListingPage } from "./listing-page";
import { findTeacher } from "./teacher";

export const previewRoutes = new Hono<AppEnv>();

/** A listing as visitors will see it, from its form as it stands. It is kept nowhere. */
previewRoutes.post(paths.previewListing(":id"), routeOptions({ maxBody: pictureFormBody }), async (c) => {
  const { ctx } = c.var;
  const sent = { ...parseListingForm(await readForm(c), ctx.newId), id: idParam(c) };
  const outcome = await previewListing(ctx, sent);
  if ("refusal" in outcome) return refusalAnswer(c, outcome.refusal);
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
