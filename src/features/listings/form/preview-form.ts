import { requireTeacher } from "@/auth/guards";
import type { Ctx } from "@/context";
import { columnsOf, validateListing } from "../listing-fields";
import { gatherPictures } from "../pictures/gather-pictures";
import { findEditableListing, findListing, type ListingDetails } from "../queries";
import { readFormDefaults } from "./form-defaults";
import { blankForm, signedOutForm } from "./form-view";
import { asSent, type FormOutcome, findEditForm, shown } from "./save-form";
import { type SubmittedListingForm, toListingValues } from "./submitted-form";

/** A listing as it would be, and the form that it is from. */
export type Preview = { listing: ListingDetails; sent: SubmittedListingForm; saved: boolean };

/**
 * What was typed as a listing, for its editor alone. Nothing of it is saved; pictures that came along are stored as any
 * form's are, so that they can be seen. What can't be shown comes back as the form, with everything kept.
 */
export async function previewListing(
  ctx: Ctx,
  sent: SubmittedListingForm,
): Promise<{ preview: Preview } | Exclude<FormOutcome, { next: string }>> {
  if (!ctx.user) return { form: signedOutForm(sent), status: 401 };
  requireTeacher(ctx);
  const saved = await findEditableListing(ctx, sent.id);
  if (!saved && (await findListing(ctx, sent.id))) return { refusal: { code: "not_found" } };
  const gathered = await gatherPictures(ctx, sent);
  if (!gathered.ok) return { refusal: gathered.refusal };
  const { pictures, problems } = gathered.value;
  const checked = validateListing(toListingValues(sent).listing, false);
  if (checked.ok && problems.length === 0) {
    const listing = { ...(saved ?? unsaved(ctx, sent.id)), ...columnsOf(checked.value), images: pictures };
    return { preview: { listing, sent, saved: saved !== null } };
  }
  const wrong = checked.ok ? [] : (checked.refusal.fields ?? []);
  const form = saved ? await findEditForm(ctx, sent.id) : await newForm(ctx, sent);
  return shown({ ...asSent(form, sent), pictures, problems: [...wrong, ...problems] }, 422);
}

async function newForm(ctx: Ctx, { id, values }: SubmittedListingForm) {
  const { trusted } = await readFormDefaults(ctx);
  return blankForm(id, values, trusted);
}

/** A listing of which nothing is there yet but its owner. */
function unsaved(ctx: Ctx, id: string): Omit<ListingDetails, keyof ReturnType<typeof columnsOf> | "images"> {
  const user = requireTeacher(ctx);
  return {
    num: 0,
    id,
    ownerId: user.id,
    state: "draft",
    stateReason: null,
    stateNote: "",
    suspendedFrom: null,
    createdTs: ctx.now,
    updatedTs: ctx.now,
    submittedTs: null,
    publishedTs: null,
    renewedTs: null,
    expiresTs: null,
    version: 0,
    owner: {
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      locale: ctx.locale,
      disabledTs: null,
    },
  };
}
