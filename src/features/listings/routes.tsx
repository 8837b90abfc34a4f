import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import { seeOther } from "@/http/answers";
import { refusalAnswer } from "@/http/errors";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { ERROR_STATUS, type Refusal, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { refusalText } from "@/ui/form";
import { createListing } from "./create-listing";
import { deleteListing } from "./delete-listing";
import { editListing } from "./edit-listing";
import { readFormDefaults } from "./form-defaults";
import { blankForm, emptyFormValues } from "./form-values";
import { limitWords } from "./limit-words";
import { ListingFormPage, type ListingFormView } from "./listing-form-page";
import { OWNER_MOVES, type OwnerMove } from "./moves";
import { findOwnListings } from "./own-listings";
import { OwnListingsPage } from "./own-listings-page";
import { pauseListing } from "./pause-listing";
import { renewListing } from "./renew-listing";
import { renewRoutes } from "./renew-routes";
import { resumeListing } from "./resume-listing";
import { type FormOutcome, findEditForm, keepPublished, type Save, saveForm } from "./save-form";
import { contentOf, readSentForm, type SentForm } from "./sent-form";
import { submitListing } from "./submit-listing";
import { TeachersOnlyPage } from "./teachers-only-page";

export const listingsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

listingsRoutes.route("/", renewRoutes);

listingsRoutes.get(paths.createListing(), async (c) => {
  const { ctx } = c.var;
  if (!isTeacherOrAdmin(requireUser(ctx))) return teachersOnly(c);
  const defaults = await readFormDefaults(ctx);
  return showForm(c, blankForm(ctx.newId(), emptyFormValues(defaults), defaults.trusted));
});

listingsRoutes.post(paths.createListing(), async (c) => {
  const { ctx } = c.var;
  const sent = await readListingForm(c);
  if (!ctx.user) return signedOut(c, sent);
  if (!isTeacherOrAdmin(ctx.user)) return teachersOnly(c);
  const { trusted } = await readFormDefaults(ctx);
  const form = blankForm(sent.id, sent.values, trusted);
  const save: Save = (pictures) => createListing(ctx, { ...contentOf(sent), pictures });
  return answer(c, await saveForm(ctx, sent, form, save));
});

listingsRoutes.get(paths.editListing(":id"), async (c) => {
  requireUser(c.var.ctx);
  return showForm(c, await findEditForm(c.var.ctx, idParam(c)));
});

listingsRoutes.post(paths.editListing(":id"), async (c) => {
  const { ctx } = c.var;
  const sent = { ...(await readListingForm(c)), id: idParam(c) };
  if (!ctx.user) return signedOut(c, sent);
  const form = await findEditForm(ctx, sent.id);
  if (sent.intent === "keep") return answer(c, await keepPublished(ctx, sent, form));
  const save: Save = (pictures) => editListing(ctx, { ...contentOf(sent), version: sent.version, pictures });
  return answer(c, await saveForm(ctx, sent, form, save));
});

type Verb = (ctx: Ctx, id: string) => Promise<Result<{ id: string; state?: string }>>;
const VERBS: Record<OwnerMove, Verb> = {
  submit: submitListing,
  pause: pauseListing,
  resume: resumeListing,
  renew: renewListing,
  delete: deleteListing,
};
const DONE = { pause: "paused", resume: "resumed", renew: "renewed", delete: "deleted" } as const;

for (const move of OWNER_MOVES) {
  listingsRoutes.post(paths.listingAction(":id", move), async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const result = await VERBS[move](ctx, id);
    if (result.ok) {
      return seeOther(
        c,
        paths.ownListings({ done: move === "submit" ? result.value.state : DONE[move], id }),
      );
    }
    const { refusal } = result;
    if (refusal.code === "invalid") {
      return showForm(c, { ...(await findEditForm(ctx, id)), problems: refusal.fields }, 422);
    }
    const told = refusal.code === "conflict" || refusal.reason === "email_unverified";
    return told ? ownList(c, refusal) : refusalAnswer(c, refusal);
  });
}

listingsRoutes.get(paths.ownListings(), (c) => ownList(c));

async function ownList(c: C, refusal?: Refusal) {
  const { ctx } = c.var;
  const done = c.req.query("done");
  const listings = await findOwnListings(ctx);
  const published = listings.find(({ id, state }) => id === c.req.query("id") && state === "published");
  const view = {
    listings,
    now: ctx.now,
    doneTo: published?.id ?? null,
    done: !refusal && done && ctx.t.has(`listings.done.${done}`) ? done : null,
    refused: refusal ? (limitWords(ctx.t, refusal) ?? refusalText(ctx.t, refusal)) : null,
  };
  const head = { title: ctx.t("listings.own.heading"), noindex: true };
  return renderPage(c, head, <OwnListingsPage view={view} />, refusal ? ERROR_STATUS[refusal.code] : 200);
}

const readListingForm = async (c: C): Promise<SentForm> => readSentForm(await readForm(c), c.var.ctx.newId);

function answer(c: C, outcome: FormOutcome) {
  if ("next" in outcome) return seeOther(c, outcome.next);
  if ("refusal" in outcome) return refusalAnswer(c, outcome.refusal);
  return showForm(c, outcome.form, outcome.status);
}

function showForm(c: C, form: ListingFormView, status = 200) {
  const { t } = c.var.ctx;
  const title = t(`listings.${form.saved ? "edit" : "create"}.heading`);
  return renderPage(c, { title, noindex: form.saved !== null }, <ListingFormPage form={form} />, status);
}

/** The session ended while somebody wrote: their text stays in the form until they are back. */
const signedOut = (c: C, sent: SentForm) =>
  showForm(c, { ...blankForm(sent.id, sent.values, false), signedOut: true }, 401);

const teachersOnly = (c: C) =>
  renderPage(c, { title: c.var.ctx.t("listings.teachersOnly.heading") }, <TeachersOnlyPage />, 403);
