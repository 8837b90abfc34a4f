import { sql } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { getSearchDemand } from "@/features/counted-searches";
import { listUsualPrices } from "@/features/prices";
import { COUNTY_CODES, type County, type Language, type ListingState, SUBJECTS } from "@/shared/codes";
import type { FieldError } from "@/shared/errors";
import { type FormValues, toListingForm } from "@/shared/schemas/listing";
import { fromListingColumns } from "../listing-columns";
import { isTrustedOwnerSql } from "../listing-quota";
import { getListingState } from "../listing-state";
import type { ListingDetails, ListingImage } from "../queries";
import { applyRevision, type ListingText, type Revision } from "../revisions/revisions";
import type { SubmittedListingForm } from "./submitted-form";

/** A draft in a list: its title may be empty. */
type Draft = { id: string; title: string };

export type ListingFormView = {
  id: string;
  /** Null for a listing that is not saved yet. */
  saved: ListingDetails | null;
  /**
   * The version that the user saw, null before the first save. A redisplayed form keeps its version, unless it shows
   * the text saved since.
   */
  version: number | null;
  /** The pending or rejected revision of a published listing. */
  revision: Revision | null;
  /** The saved listing's state, or `draft`. */
  state: ListingState;
  /** Whether the owner's submission is published without moderation. */
  trusted: boolean;
  values: FormValues;
  pictures: readonly ListingImage[];
  problems?: readonly FieldError[];
  message?: string;
  /** The values were submitted and not saved. */
  typed?: boolean;
  /** Another text was saved since; the form shows both. */
  stale?: boolean;
  /** The revision was just discarded. */
  discarded?: boolean;
  /** The session ended: the form waits for sign-in. */
  signedOut?: boolean;
  /** The teacher has just confirmed their email address. */
  confirmed?: boolean;
  /** The address of a preview was opened again, without the form's values. */
  isPreviewOver?: boolean;
  /** Saved drafts that the form of a new listing leads to. */
  drafts?: readonly Draft[];
};

/**
 * Defaults of a new listing's form: the teacher's location, whether it would be published without moderation, and the first
 * steps of a teacher who has not submitted a listing yet.
 */
export async function loadFormDefaults(ctx: Ctx) {
  const user = requireTeacher(ctx);
  const row = await ctx.db.get<{
    county: County | null;
    neighbourhood: string | null;
    trusted: number;
    languages: string | null;
    drafts: string;
  }>(sql`
    select county, neighbourhood, languages, ${isTrustedOwnerSql(ctx.now, user.id)} as trusted,
      (select json_group_array(json_object('id', id, 'title', title)) from listings
        where owner_id = ${user.id} and state = 'draft') as drafts
    from (select 1) left join teacher_information on user_id = ${user.id}`);
  const languages = JSON.parse(row.languages ?? "[]") as Language[];
  return {
    county: row.county,
    neighbourhood: row.neighbourhood ?? "",
    languages: languages.length > 0 ? languages : [ctx.locale],
    trusted: row.trusted === 1,
    drafts: JSON.parse(row.drafts) as Draft[],
  };
}

/** What learners search for, for a draft in its county, and the usual prices of all subjects there. */
export async function loadFormAdvice(ctx: Ctx, { state, values }: ListingFormView) {
  const subject = SUBJECTS.find((code) => code === values.subject?.[0]);
  const county = COUNTY_CODES.find((code) => code === values.county?.[0]) ?? null;
  const [demand, usualPrices] = await Promise.all([
    state === "draft" && subject && county ? getSearchDemand(ctx, { subject, county }) : null,
    listUsualPrices(ctx.db, county),
  ]);
  return { demand: demand ? [demand] : [], usualPrices };
}

/** Values of a new listing's form, as it reads them: an unchanged form stores no draft, which would be opened next time. */
export const toDefaultValues = (defaults: {
  county: County | null;
  neighbourhood: string;
  languages: readonly Language[];
}): FormValues => ({
  county: defaults.county ? [defaults.county] : [],
  neighbourhood: [defaults.neighbourhood],
  session_minutes: ["60"],
  formats: ["individual"],
  trial: ["none"],
  languages: defaults.languages,
});

/** The form of a listing that is not saved yet. */
export const createFormView = (
  id: string,
  values: FormValues,
  { trusted }: { trusted: boolean },
): ListingFormView => ({
  id,
  saved: null,
  version: null,
  revision: null,
  state: "draft",
  trusted,
  values,
  pictures: [],
});

/** The form of a user whose session ended while typing. It keeps the values until they sign in again. */
export const createSignedOutView = ({
  id,
  values,
}: Pick<SubmittedListingForm, "id" | "values">): ListingFormView => ({
  ...createFormView(id, values, { trusted: false }),
  typed: true,
  signedOut: true,
});

/** The form of a saved listing, with the text of its revision. `now` in ms. */
export const toFormView = (
  saved: ListingDetails,
  revision: Revision | null,
  now: number,
  trusted: boolean,
): ListingFormView => ({
  id: saved.id,
  saved,
  version: saved.version,
  revision,
  state: getListingState(saved, now),
  trusted,
  values: toListingForm(fromListingColumns(applyRevision(saved, revision))),
  pictures: saved.images,
});

/**
 * How the form names a picture: by its id if the listing has it, otherwise by its file, so that a draft that is restored on
 * another page can show it.
 */
export const toReference = ({ saved }: ListingFormView, { id, file }: Pick<ListingImage, "id" | "file">) =>
  saved?.images.some((image) => image.id === id) ? id : `at:${file.replace(".webp", "")}`;

/** The text that is approved or waits for moderation; null if it was never submitted, or was returned. */
export function getAcceptedText({ saved, state, revision }: ListingFormView): ListingText | null {
  const isReturned = state === "draft" || state === "rejected" || Boolean(revision?.stateReasons);
  if (!saved || isReturned) return null;
  const { title, description } = revision ?? saved;
  return { title, description };
}

/** The form again with the submitted values and version, not saved. */
export const applySubmittedValues = (
  view: ListingFormView,
  { version, values }: SubmittedListingForm,
): ListingFormView => ({ ...view, version: view.saved && version, values, typed: true });
