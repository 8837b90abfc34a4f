import type { County } from "@/shared/codes";
import { type FormValues, leiOf } from "@/shared/schemas/listing";
import type { ListingFormView } from "./listing-form-page";
import { asProposed, type ProposedWords } from "./proposed-words";
import type { ListingDetails } from "./queries";
import { listingState } from "./visibility";

/** A stored listing as its form shows it. */
export const formValuesOf = (listing: ListingDetails): FormValues => ({
  title: [listing.title],
  description: [listing.description],
  subject: [listing.subject],
  levels: listing.levels,
  locations: listing.locations,
  online: listing.online ? ["1"] : [],
  county: listing.county ? [listing.county] : [],
  neighbourhood: [listing.neighbourhood],
  price: listing.price === null ? [] : [leiOf(listing.price)],
  session_minutes: [String(listing.sessionMinutes)],
});

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
  words: null,
  state: "draft",
  trusted,
  values,
  pictures: [],
});

/** The form of a saved listing as its owner last wrote it. `now` in ms. */
export const formOf = (
  saved: ListingDetails,
  words: ProposedWords | null,
  now: number,
  trusted: boolean,
): ListingFormView => ({
  id: saved.id,
  saved,
  words,
  state: listingState(saved, now),
  trusted,
  values: formValuesOf(asProposed(saved, words)),
  pictures: saved.images,
});
