import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { pictureFormBody } from "@/http/body-limit";
import { refusalAnswer } from "@/http/errors";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { COUNTY_CODES, type County } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { createListing } from "../lifecycle/create-listing";
import { editListing } from "../lifecycle/edit-listing";
import { findEditableListing } from "../queries";
import { drawCounty } from "./county-map";
import { readFormDefaults } from "./form-defaults";
import { blankForm, emptyFormValues, signedOutForm } from "./form-view";
import { ListingFormPage, type ListingFormView } from "./listing-form-page";
import { type FormOutcome, findEditForm, keepPublished, type Save, saveListingForm } from "./save-form";
import { parseListingForm, type SubmittedListingForm, toListingValues } from "./submitted-form";
import { TeachersOnlyPage } from "./teachers-only-page";

/** The form of a listing, new or not, and the maps in it. */
export const formRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

formRoutes.get(paths.createListing(), async (c) => {
  const { ctx } = c.var;
  if (!isTeacherOrAdmin(requireUser(ctx))) return teachersOnly(c);
  const defaults = await readFormDefaults(ctx);
  return showForm(c, blankForm(ctx.newId(), emptyFormValues(defaults), defaults.trusted));
});

formRoutes.post(paths.createListing(), routeOptions({ maxBody: pictureFormBody }), async (c) => {
  const { ctx } = c.var;
  const sent = await readListingForm(c);
  if (!ctx.user) return signedOut(c, sent);
  if (!isTeacherOrAdmin(ctx.user)) return teachersOnly(c);
  const { trusted } = await readFormDefaults(ctx);
  const form = blankForm(sent.id, sent.values, trusted);
  const save: Save = (pictures) => createListing(ctx, { ...toListingValues(sent), pictures });
  return answer(c, await saveListingForm(ctx, sent, form, save));
});

formRoutes.get(paths.editListing(":id"), async (c) => {
  requireUser(c.var.ctx);
  return showForm(c, await findEditForm(c.var.ctx, idParam(c)));
});

formRoutes.post(paths.editListing(":id"), routeOptions({ maxBody: pictureFormBody }), async (c) => {
  const { ctx } = c.var;
  const sent = { ...(await readListingForm(c)), id: idParam(c) };
  if (!ctx.user) return signedOut(c, sent);
  const form = await findEditForm(ctx, sent.id);
  if (sent.intent === "keep") return answer(c, await keepPublished(ctx, sent, form));
  const save: Save = (pictures) =>
    editListing(ctx, { ...toListingValues(sent), version: sent.version, pictures });
  return answer(c, await saveListingForm(ctx, sent, form, save));
});

/** Reloading a preview, or changing its language, redirects to the form. */
formRoutes.get(paths.previewListing(":id"), async (c) => {
  requireUser(c.var.ctx);
  const id = idParam(c);
  const saved = await findEditableListing(c.var.ctx, id);
  return seeOther(c, saved ? paths.editListing(id) : paths.createListing());
});

/** The same map for all visitors; the page itself draws the listing's point. */
formRoutes.get(paths.countyMap(":file"), (c) => {
  const county = (c.req.param("file") ?? "").match(/^([a-z]+)\.svg$/)?.[1] as County;
  if (!COUNTY_CODES.includes(county)) throw new Refused({ code: "not_found" });
  c.header("cache-control", "public, max-age=86400");
  return c.body(drawCounty(county), 200, { "content-type": "image/svg+xml; charset=utf-8" });
});

const readListingForm = async (c: C): Promise<SubmittedListingForm> =>
  parseListingForm(await readForm(c), c.var.ctx.newId);

function answer(c: C, outcome: FormOutcome) {
  if ("next" in outcome) return seeOther(c, outcome.next);
  if ("refusal" in outcome) return refusalAnswer(c, outcome.refusal);
  if (outcome.retryAfter) c.header("retry-after", String(outcome.retryAfter));
  return showForm(c, outcome.form, outcome.status);
}

export function showForm(c: C, form: ListingFormView, status = 200) {
  const { t } = c.var.ctx;
  const title = t(`listings.${form.saved ? "edit" : "create"}.heading`);
  return renderPage(c, { title, noindex: true }, <ListingFormPage form={form} />, status);
}

const signedOut = (c: C, sent: SubmittedListingForm) => showForm(c, signedOutForm(sent), 401);

const teachersOnly = (c: C) =>
  renderPage(c, { title: c.var.ctx.t("listings.teachersOnly.heading") }, <TeachersOnlyPage />, 403);
