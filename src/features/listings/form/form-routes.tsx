import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { getMaxPictureFormBytes } from "@/http/body-limit";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { COUNTY_CODES, type County } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { createListing } from "../lifecycle/create-listing";
import { editListing } from "../lifecycle/edit-listing";
import { findEditableListing } from "../queries";
import { renderCountyMap } from "./county-map";
import {
  createFormView,
  createSignedOutView,
  type ListingFormView,
  loadFormAdvice,
  loadFormDefaults,
  toDefaultValues,
} from "./form-view";
import { getHeadingKey, ListingFormPage, TeachersOnlyPage } from "./listing-form-page";
import {
  type FormOutcome,
  getEditForm,
  keepPublishedText,
  type SaveListing,
  saveListingForm,
} from "./save-form";
import { parseListingForm, type SubmittedListingForm, toSaveInput } from "./submitted-form";

/** The listing form, and the county maps in it. */
export const formRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

formRoutes.get(paths.createListing(), async (c) => {
  const { ctx } = c.var;
  if (!isTeacherOrAdmin(requireUser(ctx))) return showTeachersOnly(c);
  const defaults = await loadFormDefaults(ctx);
  const form = createFormView(ctx.newId(), toDefaultValues(defaults), defaults);
  const { drafts } = defaults;
  return showForm(c, {
    ...form,
    drafts,
    confirmed: c.req.query("confirmed") !== undefined,
    isPreviewOver: hasPreviewEnded(c),
  });
});

formRoutes.post(paths.createListing(), routeOptions({ maxBody: getMaxPictureFormBytes }), async (c) => {
  const { ctx } = c.var;
  const submitted = await readSubmittedForm(c);
  if (!ctx.user) return showSignedOut(c, submitted);
  if (!isTeacherOrAdmin(ctx.user)) return showTeachersOnly(c);
  const form = createFormView(submitted.id, submitted.values, await loadFormDefaults(ctx));
  const save: SaveListing = (pictures) => createListing(ctx, { ...toSaveInput(submitted), pictures });
  return answerOutcome(c, await saveListingForm(ctx, submitted, form, save));
});

formRoutes.get(paths.editListing(":id"), async (c) => {
  requireUser(c.var.ctx);
  const isInvited = c.req.query("invited") !== undefined;
  const form = { ...(await getEditForm(c.var.ctx, idParam(c))), isPreviewOver: hasPreviewEnded(c) };
  return showForm(c, form, 200, isInvited);
});

formRoutes.post(paths.editListing(":id"), routeOptions({ maxBody: getMaxPictureFormBytes }), async (c) => {
  const { ctx } = c.var;
  const submitted = { ...(await readSubmittedForm(c)), id: idParam(c) };
  if (!ctx.user) return showSignedOut(c, submitted);
  const form = await getEditForm(ctx, submitted.id);
  if (submitted.intent === "keep") return answerOutcome(c, await keepPublishedText(ctx, submitted, form));
  const save: SaveListing = (pictures) =>
    editListing(ctx, { ...toSaveInput(submitted), version: submitted.version, pictures });
  return answerOutcome(c, await saveListingForm(ctx, submitted, form, save));
});

/**
 * Reloading a preview or a refused submission, or changing its language, redirects to the form, which says that a preview
 * needs its values.
 */
for (const [path, query] of [
  [paths.previewListing(":id"), { preview: "over" }],
  [paths.listingAction(":id", "submit"), {}],
] as const)
  formRoutes.get(path, async (c) => {
    requireUser(c.var.ctx);
    const id = idParam(c);
    const saved = await findEditableListing(c.var.ctx, id);
    return seeOther(c, saved ? paths.editListing(id, query) : paths.createListing(query));
  });

const hasPreviewEnded = (c: C): boolean => c.req.query("preview") === "over";

/** The map is the same for all visitors. The page adds the listing's point. */
formRoutes.get(paths.countyMap(":file"), async (c) => {
  const county = (c.req.param("file") ?? "").match(/^([a-z]+)\.svg$/)?.[1] as County;
  if (!COUNTY_CODES.includes(county)) throw new Refused({ code: "not_found" });
  c.header("cache-control", "public, max-age=86400");
  return c.body(await renderCountyMap(county), 200, { "content-type": "image/svg+xml; charset=utf-8" });
});

const readSubmittedForm = async (c: C): Promise<SubmittedListingForm> =>
  parseListingForm(await readForm(c), c.var.ctx.newId);

function answerOutcome(c: C, outcome: FormOutcome) {
  if ("next" in outcome) return seeOther(c, outcome.next);
  if ("refusal" in outcome) return refusalResponse(c, outcome.refusal);
  if (outcome.retryAfter) c.header("retry-after", String(outcome.retryAfter));
  return showForm(c, outcome.form, outcome.status);
}

export async function showForm(c: C, form: ListingFormView, status = 200, isInvited = false) {
  const { ctx } = c.var;
  const title = ctx.t(getHeadingKey(form));
  const page = <ListingFormPage form={form} isInvited={isInvited} {...(await loadFormAdvice(ctx, form))} />;
  return renderPage(c, { title, noindex: true }, page, status);
}

const showSignedOut = (c: C, submitted: SubmittedListingForm) =>
  showForm(c, createSignedOutView(submitted), 401);

const showTeachersOnly = (c: C) =>
  renderPage(c, { title: c.var.ctx.t("listings.teachersOnly.heading") }, <TeachersOnlyPage />, 403);
