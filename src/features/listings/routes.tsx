import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/guards";
import type { AppEnv, Ctx } from "@/context";
import { seeOther } from "@/http/answers";
import { refusalAnswer } from "@/http/errors";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { ERROR_STATUS, type FieldError, invalid, type Refusal, Refused, type Result } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type FormValues, listingOfForm } from "@/shared/schemas/listing";
import { refusalText } from "@/ui/form";
import { createListing, type SavedListing } from "./create-listing";
import { deleteListing } from "./delete-listing";
import { type EditedListing, editListing } from "./edit-listing";
import { readFormDefaults } from "./form-defaults";
import { blankForm, emptyFormValues, formOf } from "./form-values";
import { gatherPictures, movePictures } from "./gather-pictures";
import { checkListing } from "./listing-fields";
import { ListingFormPage, type ListingFormView } from "./listing-form-page";
import { OWNER_MOVES, type OwnerMove, refuseMove } from "./moves";
import { findOwnListings } from "./own-listings";
import { OwnListingsPage } from "./own-listings-page";
import { pauseListing } from "./pause-listing";
import { findProposedWords } from "./proposed-words";
import { findEditableListing } from "./queries";
import { renewListing } from "./renew-listing";
import { resumeListing } from "./resume-listing";
import { submitListing } from "./submit-listing";
import { TeachersOnlyPage } from "./teachers-only-page";

export const listingsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

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
  return saveForm(c, sent, blankForm(sent.id, sent.values, trusted), (pictures) =>
    createListing(ctx, { ...contentOf(sent), pictures }),
  );
});

listingsRoutes.get(paths.editListing(":id"), async (c) => {
  requireUser(c.var.ctx);
  return showForm(c, await editForm(c.var.ctx, idParam(c)));
});

listingsRoutes.post(paths.editListing(":id"), async (c) => {
  const { ctx } = c.var;
  const sent = { ...(await readListingForm(c)), id: idParam(c) };
  if (!ctx.user) return signedOut(c, sent);
  const form = await editForm(ctx, sent.id);
  return saveForm(c, sent, form, (pictures) =>
    editListing(ctx, { ...contentOf(sent), version: sent.version, pictures }),
  );
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
      return showForm(c, { ...(await editForm(ctx, id)), problems: refusal.fields }, 422);
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
    refused: refusal ? wordsOf(ctx, refusal) : null,
  };
  const head = { title: ctx.t("listings.own.heading"), noindex: true };
  return renderPage(c, head, <OwnListingsPage view={view} />, refusal ? ERROR_STATUS[refusal.code] : 200);
}

/** A limit is told by which one it is; everything else in the words that all pages share. */
const wordsOf = ({ t }: Ctx, refusal: Refusal): string =>
  refusal.reason === "limit_reached"
    ? t(`listings.limits.${refusal.params?.limit}`, refusal.params)
    : refusalText(t, refusal);

type SentForm = {
  id: string;
  version: number;
  /** `submit`, `draft`, or what a button beside a picture says. */
  intent: string;
  values: FormValues;
  /** Pictures in the form's order: ids, and `new:{n}` for its files. */
  order: string[];
  files: File[];
};

async function readListingForm(c: C): Promise<SentForm> {
  const form = await readForm(c);
  const id = form.text("id");
  return {
    id: ID_PATTERN.test(id) ? id : c.var.ctx.newId(),
    version: Number(form.text("version")),
    intent: form.text("intent"),
    values: form.values(),
    order: form.all("picture"),
    files: form.files("pictures"),
  };
}

const contentOf = ({ id, intent, values }: SentForm) => ({
  id,
  submit: intent !== "draft",
  listing: listingOfForm(values),
});

async function editForm(ctx: Ctx, id: string): Promise<ListingFormView> {
  const saved = await findEditableListing(ctx, id);
  if (!saved) throw new Refused((await refuseMove(ctx, id)).refusal);
  if (saved.state === "suspended") throw new Refused({ code: "conflict", reason: "wrong_state" });
  const [words, { trusted }] = await Promise.all([findProposedWords(ctx, id), readFormDefaults(ctx)]);
  return formOf(saved, words, ctx.now, trusted);
}

/** Saves what was sent, or shows it again with everything kept: fields, and pictures that were good. */
async function saveForm(
  c: C,
  sent: SentForm,
  form: ListingFormView,
  save: (pictures: string[]) => Promise<Result<SavedListing | EditedListing>>,
) {
  const { ctx } = c.var;
  const gathered = await gatherPictures(ctx, sent.id, sent.order, sent.files);
  if (!gathered.ok) return refusalAnswer(c, gathered.refusal);
  const { pictures, problems } = gathered.value;
  const moved = movePictures(pictures, sent.intent);
  const again = { ...form, values: sent.values, pictures: moved ?? pictures };
  if (moved) return showForm(c, { ...again, problems });

  const result =
    problems.length > 0 ? refusePictures(sent, form, problems) : await save(pictures.map(({ id }) => id));
  return result.ok ? seeOther(c, afterSaving(ctx, form, result.value)) : showAgain(c, again, result.refusal);
}

/** With a picture refused, what is wrong with the fields is said at once too. */
function refusePictures(sent: SentForm, form: ListingFormView, problems: FieldError[]) {
  const content = contentOf(sent);
  const checked = checkListing(content.listing, content.submit || form.state !== "draft");
  return invalid([...(checked.ok ? [] : (checked.refusal.fields ?? [])), ...problems]);
}

function afterSaving(ctx: Ctx, form: ListingFormView, saved: SavedListing | EditedListing): string {
  if (form.saved && form.saved.ownerId !== ctx.user?.id) return paths.adminListing(saved.id);
  const review = "review" in saved && saved.review;
  const done = saved.withheld
    ? "unverified"
    : review
      ? "review"
      : saved.state === form.state && form.saved
        ? "saved"
        : saved.state;
  return paths.ownListings({ done, id: saved.id });
}

async function showAgain(c: C, form: ListingFormView, refusal: Refusal) {
  const { ctx } = c.var;
  if (refusal.code === "invalid") return showForm(c, { ...form, problems: refusal.fields }, 422);
  if (refusal.reason === "datastale") {
    const { pictures, values } = form;
    return showForm(c, { ...(await editForm(ctx, form.id)), pictures, values, stale: true }, 409);
  }
  if (refusal.reason === "limit_reached")
    return showForm(c, { ...form, message: wordsOf(ctx, refusal) }, 409);
  return refusalAnswer(c, refusal);
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
