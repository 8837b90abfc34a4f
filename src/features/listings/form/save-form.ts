import type { Ctx } from "@/context";
import { OUTAGE_RETRY_AFTER_S } from "@/platform/outage";
import { ERROR_STATUS, type FieldError, invalid, type Refusal, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import type { SavedListing } from "../lifecycle/create-listing";
import type { EditedListing } from "../lifecycle/edit-listing";
import { refuseMove } from "../lifecycle/moves";
import { limitWords } from "../limit-words";
import { validateListing } from "../listing-fields";
import { gatherPictures, movePictures } from "../pictures/gather-pictures";
import type { PlacedPicture } from "../pictures/placed-pictures";
import { IMAGES_AWAY } from "../pictures/store-pictures";
import { findEditableListing } from "../queries";
import { discardRevision } from "../review/discard-revision";
import { findRevision } from "../review/revisions";
import { readFormDefaults } from "./form-defaults";
import { formOf } from "./form-view";
import type { ListingFormView } from "./listing-form-page";
import { savedBefore } from "./saved-before";
import { type SubmittedListingForm, toListingValues } from "./submitted-form";

/** What follows a form that was sent: another page, the form once more, or a refusal that is no form's matter. */
export type FormOutcome = { next: string } | FormAgain | { refusal: Refusal };
/** `retryAfter` in seconds, where the same form is worth another try. */
type FormAgain = { form: ListingFormView; status: number; retryAfter?: number };

/** The form of a listing for those who may edit it. @throws Refused like `refuseMove` */
export async function findEditForm(ctx: Ctx, id: string): Promise<ListingFormView> {
  const saved = await findEditableListing(ctx, id);
  if (!saved) throw new Refused((await refuseMove(ctx, id)).refusal);
  if (saved.state === "suspended") throw new Refused({ code: "conflict", reason: "wrong_state" });
  const [revision, { trusted }] = await Promise.all([findRevision(ctx, id), readFormDefaults(ctx)]);
  return formOf(saved, revision, ctx.now, trusted);
}

/** Saves the submitted fields, with the form's current pictures. */
export type Save = (pictures: readonly PlacedPicture[]) => Promise<Result<SavedListing | EditedListing>>;

/**
 * Saves what was sent, or has it shown again with everything kept: fields, and pictures that were good. `form` is the
 * form as it stood before; `save` gets its pictures.
 */
export async function saveListingForm(
  ctx: Ctx,
  sent: SubmittedListingForm,
  form: ListingFormView,
  save: Save,
): Promise<FormOutcome> {
  const gathered = await gatherPictures(ctx, sent);
  if (!gathered.ok) return { refusal: gathered.refusal };
  const { pictures, problems } = gathered.value;
  const moved = movePictures(pictures, sent.intent);
  const again = { ...asSent(form, sent), pictures: moved ?? pictures };
  if (moved || sent.intent === "show") return shown({ ...again, problems });

  const result =
    problems.length > 0 ? refusePictures(sent, form, problems) : await saveOnce(ctx, sent, pictures, save);
  return result.ok ? { next: afterSaving(ctx, form, result.value) } : showAgain(ctx, again, result.refusal);
}

/** Saves the form. When the stored listing already equals the form, a double submit is assumed, not a conflict. */
async function saveOnce(
  ctx: Ctx,
  sent: SubmittedListingForm,
  pictures: readonly PlacedPicture[],
  save: Save,
): ReturnType<Save> {
  const result = await save(pictures);
  if (result.ok || result.refusal.reason !== "datastale") return result;
  return (await savedBefore(ctx, { ...toListingValues(sent), pictures })) ?? result;
}

/** A form that is shown again, with what is wrong: `status`, unless pictures that were sent can only be taken in later. */
export function shown(form: ListingFormView, status = 200): FormAgain {
  const away = form.problems?.some(({ code }) => code === IMAGES_AWAY);
  return away
    ? { form, status: ERROR_STATUS.unavailable, retryAfter: OUTAGE_RETRY_AFTER_S }
    : { form, status };
}

/** An unsaved form with its typed values and version. */
export const asSent = (form: ListingFormView, sent: SubmittedListingForm): ListingFormView => ({
  ...form,
  version: form.saved && sent.version,
  values: sent.values,
  typed: true,
});

/**
 * Discards the revision and shows the form with the published text. Whatever else was typed or chosen
 * stays in it, unsaved.
 */
export async function keepPublished(
  ctx: Ctx,
  sent: SubmittedListingForm,
  form: ListingFormView,
): Promise<FormOutcome> {
  const gathered = await gatherPictures(ctx, sent);
  if (!gathered.ok) return { refusal: gathered.refusal };
  const { pictures, problems } = gathered.value;
  const result = await discardRevision(ctx, { id: sent.id, version: sent.version });
  if (!result.ok) return showAgain(ctx, { ...asSent(form, sent), pictures }, result.refusal);
  const now = await findEditForm(ctx, sent.id);
  const { title = [], description = [] } = now.values;
  const values = { ...sent.values, title, description };
  const { version } = result.value;
  return shown({ ...now, version, values, pictures, problems, discarded: true, typed: true });
}

/** With a refused picture, also reports the errors of the fields. */
function refusePictures(sent: SubmittedListingForm, form: ListingFormView, problems: FieldError[]) {
  const content = toListingValues(sent);
  const checked = validateListing(content.listing, content.submit || form.state !== "draft");
  return invalid([...(checked.ok ? [] : (checked.refusal.fields ?? [])), ...problems]);
}

/** Redirects to the user's own listings with a notice; an admin returns to the review. */
function afterSaving(ctx: Ctx, form: ListingFormView, saved: SavedListing | EditedListing): string {
  if (form.saved && form.saved.ownerId !== ctx.user?.id) return paths.adminListing(saved.id);
  return paths.ownListings({ done: doneBy(form, saved), id: saved.id });
}

function doneBy(form: ListingFormView, saved: SavedListing | EditedListing): string {
  if (saved.withheld) return "unverified";
  if ("review" in saved) return "review";
  return form.saved && saved.state === form.state && saved.state !== "draft" ? "saved" : saved.state;
}

async function showAgain(ctx: Ctx, form: ListingFormView, refusal: Refusal): Promise<FormOutcome> {
  if (refusal.code === "invalid") return shown({ ...form, problems: refusal.fields ?? [] }, 422);
  if (refusal.reason === "datastale") {
    const { pictures, values } = form;
    const now = await findEditForm(ctx, form.id);
    return { form: { ...now, pictures, values, typed: true, stale: true }, status: 409 };
  }
  const message = limitWords(ctx.t, refusal);
  return message ? { form: { ...form, message }, status: 409 } : { refusal };
}
