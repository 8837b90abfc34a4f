import type { Level, Subject } from "@/shared/codes";
import { hasNoContactData } from "@/shared/contact-data";
import { invalid, type Result } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import { validate } from "@/shared/schemas/field-errors";
import {
  draftListingSchema,
  type FormValues,
  LISTING_FIELDS,
  type ListingInput,
  listingSchema,
  toListingForm,
  toListingInput,
} from "@/shared/schemas/listing";
import { subjectParams } from "@/shared/scope-params";

/** The fields of the listing on the page of an invitation. Others have defaults that the teacher changes later. */
export const CLAIM_FIELDS = [
  "levels",
  "title",
  "description",
  "locations",
  "online",
  "county",
  "neighbourhood",
  "price",
] as const satisfies (keyof ListingInput)[];
export type ClaimField = (typeof CLAIM_FIELDS)[number];

/** Subjects that schools teach from grade IX on. */
const HIGH_SCHOOL_SUBJECTS: readonly Subject[] = ["a", "e", "ps", "l", "pc", "s"];

const getUsualLevels = (subject: Subject): Level[] =>
  HIGH_SCHOOL_SUBJECTS.includes(subject) ? ["h"] : ["m", "h"];

/**
 * The draft as values of the form. What it lacks follows from the rest where possible: levels and title from the subject,
 * online lessons unless a neighbourhood or town is given. Then the teacher says where lessons take place.
 */
export function toClaimValues(t: Translator, listing: ListingInput): FormValues {
  const { subject, levels, title, online, neighbourhood } = listing;
  return toListingForm({
    ...listing,
    levels: levels.length > 0 ? levels : getUsualLevels(subject),
    title: title || t("invitations.page.usualTitle", subjectParams(t, subject)),
    online: online || !neighbourhood,
  });
}

/** Values of the form as input of the schemas. The languages of lessons are the account's. */
export const toClaimInput = ({ languages: _, ...values }: FormValues) => toListingInput(values);

/** The fields that the teacher has to fill in or should look at: a complete listing needs them, and the draft lacks them. */
export function listAskedFields(t: Translator, listing: ListingInput): ClaimField[] {
  const complete = validate(listingSchema, toClaimInput(toClaimValues(t, listing)));
  const missing = complete.ok ? [] : (complete.refusal.fields ?? []).map(({ field }) => field);
  return CLAIM_FIELDS.filter(
    (name) => missing.includes(name) || (!listing.online && (name === "locations" || name === "online")),
  );
}

/**
 * Validates the draft with the submitted values. To be sent for approval it has to be complete, and without contact data.
 * Errors are in the page's order.
 */
export function validateClaim(
  t: Translator,
  listing: ListingInput,
  { values, submit }: { values: FormValues; submit: boolean },
): Result<ListingInput> {
  const input = toClaimInput({ ...toListingForm(listing), ...values });
  const checked = validate(submit ? listingSchema : draftListingSchema, input);
  const asked = listAskedFields(t, listing);
  const order = [...asked, ...LISTING_FIELDS.filter((name) => !asked.includes(name as ClaimField))];
  const problems = [
    ...(checked.ok ? [] : (checked.refusal.fields ?? [])),
    ...(["title", "description", "neighbourhood"] as const)
      .filter((field) => submit && !hasNoContactData(values[field]?.[0] ?? ""))
      .map((field) => ({ field, code: "contact_in_text" })),
  ].toSorted((a, b) => order.indexOf(a.field as ClaimField) - order.indexOf(b.field as ClaimField));
  return problems.length > 0 ? invalid(problems) : checked;
}
