import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { isOutageCode, OUTAGE_RETRY_AFTER_S } from "@/platform/outage";
import {
  ERROR_STATUS,
  type FieldError,
  invalid,
  ok,
  type Refusal,
  Refused,
  type Result,
} from "@/shared/errors";
import { paths } from "@/shared/paths";
import { type ListingInput, toListingInput } from "@/shared/schemas/listing";
import { applyListButton } from "@/shared/sortable-list";
import { findListingChangeRefusal } from "../change-listing";
import { type EditedListing, editListing, type ListingEdit } from "../lifecycle/edit-listing";
import type { SavedListing } from "../lifecycle/submit-listing";
import { isUnverifiedOwner } from "../lifecycle/submit-listing";
import { hasSameFields, listProblems, toListingColumns, validateListing } from "../listing-columns";
import { isTrustedOwner, toLimitMessage } from "../listing-quota";
import { getListingState } from "../listing-state";
import type { AttachedPicture } from "../pictures/attach-pictures";
import { findEditableListing, type ListingDetails } from "../queries";
import { applyRevision, discardRevision, findRevision } from "../revisions/revisions";
import { collectFormPictures } from "./collect-form-pictures";
import { findHeldProblems } from "./find-held-problems";
import {
  applySubmittedValues,
  getAcceptedText,
  type ListingFormView,
  toFormView,
  toReference,
} from "./form-view";
import { type SubmittedListingForm, toSaveInput } from "./submitted-form";

/** The answer to a submitted form: a redirect, the form again, or a refusal that the form can't show. */
export type FormOutcome = { next: string } | RedisplayedForm | { refusal: Refusal };

/** `retryAfter` (s) is set when the same form may succeed later. */
type RedisplayedForm = { form: ListingFormView; status: number; retryAfter?: number };

/** The form of a listing for those who may edit it. @throws Refused like `findListingChangeRefusal` */
export async function getEditForm(ctx: Ctx, id: string): Promise<ListingFormView> {
  const saved = await findEditableListing(ctx, id);
  if (!saved) throw new Refused((await findListingChangeRefusal(ctx, id)).refusal);
  if (saved.state === "suspended") throw new Refused({ code: "conflict", reason: "wrong_state" });
  requireTeacher(ctx);
  const [revision, isTrusted] = await Promise.all([
    findRevision(ctx, id),
    isTrustedOwner(ctx, saved.ownerId),
  ]);
  return toFormView(saved, revision, ctx.now, isTrusted);
}

/** Saves the submitted fields, with the form's current pictures. */
export type SaveListing = (
  pictures: readonly AttachedPicture[],
) => Promise<Result<SavedListing | EditedListing>>;

/**
 * Saves a submitted form by `save`, or shows it again with its values and valid pictures. `form` is the form before the
 * submission.
 */
export async function saveListingForm(
  ctx: Ctx,
  submitted: SubmittedListingForm,
  form: ListingFormView,
  save: SaveListing,
): Promise<FormOutcome> {
  const collected = await collectFormPictures(ctx, submitted);
  if (!collected.ok) return { refusal: collected.refusal };
  const { pictures } = collected.value;
  const held = submitted.intent === "submit" ? await findHeld(ctx, form, submitted) : [];
  const problems = [...collected.value.problems, ...held];
  const arranged = applyListButton(pictures, submitted.intent, (key) =>
    pictures.findIndex((picture) => [picture.id, toReference(form, picture)].includes(key)),
  );
  const view = { ...applySubmittedValues(form, submitted), pictures: arranged ?? pictures };
  if (arranged || submitted.intent === "show") return redisplayForm({ ...view, problems });
  if (problems.length === 0 && isUnchanged(form, submitted, pictures)) {
    return { next: getNextPage(ctx, form, submitted.id, "unchanged") };
  }

  const result =
    problems.length > 0
      ? refuseProblems(submitted, form, problems)
      : await saveOnce(ctx, submitted, pictures, save);
  if (!result.ok) return showRefusal(ctx, view, result.refusal);
  return { next: getNextPage(ctx, form, result.value.id, getNotice(form, result.value)) };
}

/** Held back, unless the text or the price is approved or waits for moderation already. */
const findHeld = (ctx: Ctx, form: ListingFormView, { values }: SubmittedListingForm): Promise<FieldError[]> =>
  findHeldProblems(ctx, toListingInput(values), {
    text: getAcceptedText(form),
    pricePerHour:
      form.saved && form.state !== "draft" && form.state !== "rejected" ? form.saved.pricePerHour : null,
  });

/** Whether there is nothing to save. A draft may be saved automatically, and a rejected listing goes back to moderation. */
function isUnchanged(
  { saved, state, revision }: ListingFormView,
  submitted: SubmittedListingForm,
  pictures: readonly AttachedPicture[],
): boolean {
  if (!saved || state === "draft" || state === "rejected" || saved.version !== submitted.version)
    return false;
  const checked = validateListing(toSaveInput(submitted).listing, true, saved);
  const hasFields =
    checked.ok &&
    hasSameFields(applyRevision(saved, revision), toListingColumns(checked.value)) &&
    hasSameLanguages(saved, checked.value);
  return hasFields && hasSamePictures(saved.images, pictures);
}

const hasSameLanguages = ({ owner }: ListingDetails, { languages }: ListingInput): boolean =>
  !languages?.length || languages.join() === owner.languages.join();

const hasSamePictures = (a: readonly AttachedPicture[], b: readonly AttachedPicture[]): boolean =>
  JSON.stringify(a.map(({ id, alt }) => [id, alt])) === JSON.stringify(b.map(({ id, alt }) => [id, alt]));

/** Saves the form. If the stored listing already equals the form, this is a repeated request, not a conflict. */
async function saveOnce(
  ctx: Ctx,
  submitted: SubmittedListingForm,
  pictures: readonly AttachedPicture[],
  save: SaveListing,
): ReturnType<SaveListing> {
  const result = await save(pictures);
  if (result.ok || result.refusal.reason !== "datastale") return result;
  return (await repeatSave(ctx, { ...toSaveInput(submitted), pictures })) ?? result;
}

/**
 * Answers a form that was sent twice: its fields, pictures and state are stored already, whatever its version. A draft
 * that autosave stored is then submitted. Null if anything differs. API calls must send the current version instead.
 */
async function repeatSave(
  ctx: Ctx,
  { id, listing, submit, pictures }: Omit<ListingEdit, "version">,
): Promise<Result<EditedListing> | null> {
  const [stored, revision] = [await findEditableListing(ctx, id), await findRevision(ctx, id)];
  // A returned text goes back to moderation only through a new save.
  if (!stored || ["rejected", "suspended"].includes(stored.state) || revision?.stateReasons) return null;
  const withheld = stored.state === "draft" && submit && isUnverifiedOwner(ctx, stored);
  const checked = validateListing(listing, stored.state !== "draft", stored);
  const current = applyRevision(stored, revision);
  if (!checked.ok || !hasSameFields(current, toListingColumns(checked.value))) return null;
  if (!hasSameLanguages(stored, checked.value)) return null;
  if (stored.state === "draft" && submit && !withheld) {
    const isOwner = stored.ownerId === ctx.user?.id;
    return isOwner ? editListing(ctx, { id, listing, submit, pictures, version: stored.version }) : null;
  }
  if (!pictures || !hasSamePictures(pictures, stored.images)) return null;
  const rule = revision?.holdRule;
  return ok({
    id,
    state: getListingState(stored, ctx.now),
    ...(rule ? { rule } : {}),
    ...(withheld ? { withheld: "email_unverified" } : {}),
  });
}

/** The form again with its problems. The status is 503 when pictures can't be encoded at the moment. */
export function redisplayForm(form: ListingFormView, status = 200): RedisplayedForm {
  const outage = form.problems?.map(({ code }) => code).find(isOutageCode);
  return outage
    ? { form, status: ERROR_STATUS.unavailable, retryAfter: OUTAGE_RETRY_AFTER_S[outage] }
    : { form, status };
}

/**
 * Discards the revision and shows the form with the published text. All other submitted values stay in it, not saved.
 */
export async function keepPublishedText(
  ctx: Ctx,
  submitted: SubmittedListingForm,
  form: ListingFormView,
): Promise<FormOutcome> {
  const collected = await collectFormPictures(ctx, submitted);
  if (!collected.ok) return { refusal: collected.refusal };
  const { pictures, problems } = collected.value;
  const result = await discardRevision(ctx, { id: submitted.id, version: submitted.version });
  if (!result.ok) {
    return showRefusal(ctx, { ...applySubmittedValues(form, submitted), pictures }, result.refusal);
  }
  const current = await getEditForm(ctx, submitted.id);
  const { title = [], description = [] } = current.values;
  const values = { ...submitted.values, title, description };
  const { version } = result.value;
  return redisplayForm({ ...current, version, values, pictures, problems, discarded: true, typed: true });
}

/** Reports the errors of the fields together with other problems. */
function refuseProblems(submitted: SubmittedListingForm, form: ListingFormView, problems: FieldError[]) {
  const { listing, submit } = toSaveInput(submitted);
  return invalid(listProblems(listing, submit || form.state !== "draft", problems, form.saved));
}

/** The page after a save: the user's own listings with a notice; for an admin the listing's page. */
function getNextPage(ctx: Ctx, form: ListingFormView, id: string, done: string): string {
  if (form.saved && form.saved.ownerId !== ctx.user?.id) return paths.adminListing(id);
  return paths.ownListings({ done, id });
}

/** A key of `listings.done`. */
function getNotice(form: ListingFormView, saved: SavedListing | EditedListing): string {
  if (saved.withheld) return "unverified";
  if ("rule" in saved) return "waiting";
  return form.saved && saved.state === form.state && saved.state !== "draft" ? "saved" : saved.state;
}

async function showRefusal(ctx: Ctx, form: ListingFormView, refusal: Refusal): Promise<FormOutcome> {
  if (refusal.code === "invalid") return redisplayForm({ ...form, problems: refusal.fields ?? [] }, 422);
  if (refusal.reason === "datastale") {
    const { pictures, values } = form;
    const current = await getEditForm(ctx, form.id);
    return { form: { ...current, pictures, values, typed: true, stale: true }, status: 409 };
  }
  const message = toLimitMessage(ctx.t, refusal);
  return message ? { form: { ...form, message }, status: 409 } : { refusal };
}
