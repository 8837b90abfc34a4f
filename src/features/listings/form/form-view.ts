import type { County } from "@/shared/codes";
import { type FormValues, toListingForm } from "@/shared/schemas/listing";
import { toListingInput } from "../listing-fields";
import { getListingState } from "../listing-state";
import type { ListingDetails } from "../queries";
import { type Revision, withRevision } from "../review/revisions";
import type { ListingFormView } from "./listing-form-page";
import type { SubmittedListingForm } from "./submitted-form";

/** An empty form, with what is known of the teacher already. */
export const emptyFormValues = (known: { county: County | null; neighbourhood: string }): FormValues => ({
  county: known.county ? [known.county] : [],
  neighbourhood: [known.neighbourhood],
  session_minutes: ["60"],
});

/** The form of a listing that is not saved yet. */
export const blankForm = (id: string, values: FormValues, trusted: boolean): ListingFormView => ({
  id,
  saved: null,
  version: null,
  revision: null,
  state: "draft",
  trusted,
  values,
  pictures: [],
});

/** The session ended while the user was typing: the form keeps their text until they sign in again. */
export const signedOutForm = ({
  id,
  values,
}: Pick<SubmittedListingForm, "id" | "values">): ListingFormView => ({
  ...blankForm(id, values, false),
  typed: true,
  signedOut: true,
});

/** The form of a saved listing as its owner last wrote it. `now` in ms. */
export const formOf = (
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
  values: toListingForm(toListingInput(withRevision(saved, revision))),
  pictures: saved.images,
});
