import { eq, sql } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { teacherInformation, users } from "@/db/schema";
import { DEFAULT_LANGUAGES } from "@/shared/codes";
import { CHECKED_DOCUMENTS, type CheckedDocument } from "../checked-documents";
import { type ListingColumns, toListingColumns, validateListing } from "../listing-columns";
import { findEditableListing, findListing, type ListingDetails } from "../queries";
import { collectFormPictures } from "./collect-form-pictures";
import { applySubmittedValues, createFormView, createSignedOutView, loadFormDefaults } from "./form-view";
import { type FormOutcome, getEditForm, redisplayForm } from "./save-form";
import { type SubmittedListingForm, toSaveInput } from "./submitted-form";

/** A listing with the values of a submitted form. */
export type ListingPreview = { listing: ListingDetails; submitted: SubmittedListingForm; saved: boolean };

/**
 * The submitted form as a listing, without saving it. Its new pictures are stored unattached, so that the preview can
 * show them. A form with errors is shown again with its values.
 */
export async function previewListing(
  ctx: Ctx,
  submitted: SubmittedListingForm,
): Promise<{ preview: ListingPreview } | Exclude<FormOutcome, { next: string }>> {
  if (!ctx.user) return { form: createSignedOutView(submitted), status: 401 };
  requireTeacher(ctx);
  const saved = await findEditableListing(ctx, submitted.id);
  if (!saved && (await findListing(ctx, submitted.id))) return { refusal: { code: "not_found" } };
  const collected = await collectFormPictures(ctx, submitted);
  if (!collected.ok) return { refusal: collected.refusal };
  const { pictures, problems } = collected.value;
  const checked = validateListing(toSaveInput(submitted).listing, false);
  if (checked.ok && problems.length === 0) {
    const base = saved ?? (await createUnsavedListing(ctx, submitted.id));
    const languages = checked.value.languages?.length ? checked.value.languages : base.owner.languages;
    const listing = {
      ...base,
      ...toListingColumns(checked.value),
      owner: { ...base.owner, languages },
      images: pictures,
    };
    return { preview: { listing, submitted, saved: saved !== null } };
  }
  const errors = checked.ok ? [] : (checked.refusal.fields ?? []);
  const form = saved
    ? await getEditForm(ctx, submitted.id)
    : createFormView(submitted.id, submitted.values, await loadFormDefaults(ctx));
  const view = { ...applySubmittedValues(form, submitted), pictures, problems: [...errors, ...problems] };
  return redisplayForm(view, 422);
}

/** A listing of the user without content. */
async function createUnsavedListing(
  ctx: Ctx,
  id: string,
): Promise<Omit<ListingDetails, keyof ListingColumns | "images">> {
  const user = requireTeacher(ctx);
  const [teacher] = await ctx.db
    .select({ languages: teacherInformation.languages, checked: sql<string>`${sql.raw(CHECKED_DOCUMENTS)}` })
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(eq(users.id, user.id));
  return {
    num: 0,
    id,
    ownerId: user.id,
    state: "draft",
    stateReasons: null,
    stateNote: "",
    holdRule: null,
    suspendedFrom: null,
    removedFrom: null,
    deletedTs: null,
    createdTs: ctx.now,
    updatedTs: ctx.now,
    submittedTs: null,
    publishedTs: null,
    renewedTs: null,
    expiresTs: null,
    version: 0,
    checked: JSON.parse(teacher?.checked ?? "[]") as CheckedDocument[],
    owner: {
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      locale: ctx.locale,
      disabledTs: null,
      profilePicture: user.profilePicture,
      pictureTs: user.pictureTs,
      reviewCount: 0,
      ratingSum: 0,
      replyMedianS: null,
      replies: null,
      languages: teacher?.languages ?? [...DEFAULT_LANGUAGES],
    },
  };
}
