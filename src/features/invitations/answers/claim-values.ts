import { LEVELS, type Level, type Subject } from "@/shared/codes";
import { hasNoContactData } from "@/shared/contact-data";
import { type FieldError, invalid, type Result } from "@/shared/errors";
import { formatLevelList } from "@/shared/format-level-list";
import type { Translator } from "@/shared/i18n/translator";
import { validate } from "@/shared/schemas/field-errors";
import { CLAIM_FIELDS, type ClaimField } from "@/shared/schemas/invitation";
import {
  draftListingSchema,
  type FormValues,
  LISTING_FIELDS,
  type ListingInput,
  listingSchema,
  toListingInput,
} from "@/shared/schemas/listing";
import { subjectParams } from "@/shared/scope-params";

/** The listing's fields that the teacher sends, as input of the schemas. A missing one stays as `fillDraft` returns it. */
export type ClaimedListing = { [name in ClaimField]?: unknown };

/** Subjects that schools teach from grade IX on. */
const HIGH_SCHOOL_SUBJECTS: readonly Subject[] = ["a", "e", "ps", "l", "pc", "s"];

const getUsualLevels = (subject: Subject): Level[] =>
  HIGH_SCHOOL_SUBJECTS.includes(subject) ? ["h"] : ["m", "h"];

/** Our first sentence of a description, with the levels in the order of the form. */
function proposeDescription(t: Translator, subject: Subject, levels: readonly Level[]): string {
  const { topic } = subjectParams(t, subject);
  const ordered = LEVELS.filter((level) => levels.includes(level));
  return t("invitations.page.usualDescription", { topic, levels: formatLevelList(t, ordered) });
}

/** Whether a description is our sentence, for any levels. */
function isProposedDescription(t: Translator, subject: Subject, text: string): boolean {
  const named = LEVELS.filter((level) => text.includes(t(`general.levelsAfterFor.${level}`)));
  return text === proposeDescription(t, subject, named);
}

/**
 * The draft with what it lacks, where that follows from the rest: levels, title and description from the subject, online
 * lessons unless a neighbourhood or town is given. Then the teacher says where lessons take place.
 */
export function fillDraft(t: Translator, listing: ListingInput): ListingInput {
  const { subject, title, description, online, neighbourhood } = listing;
  const levels = listing.levels.length > 0 ? listing.levels : getUsualLevels(subject);
  const { topic } = subjectParams(t, subject);
  return {
    ...listing,
    levels,
    title: title || t("invitations.page.usualTitle", { topic }),
    description: description || proposeDescription(t, subject, levels),
    online: online || !neighbourhood,
  };
}

/**
 * The fields that the page doesn't fold: where lessons take place, which no upload says in full, what a complete listing
 * needs and the draft lacks, and the description if it is ours.
 */
export function listAskedFields(t: Translator, listing: ListingInput): ClaimField[] {
  const complete = validate(listingSchema, fillDraft(t, listing));
  const missing = complete.ok ? [] : (complete.refusal.fields ?? []).map(({ field }) => field);
  return CLAIM_FIELDS.filter(
    (name) =>
      name === "locations" ||
      name === "online" ||
      missing.includes(name) ||
      (name === "description" && listing.description === ""),
  );
}

/**
 * The description with the submitted fields. If it is our sentence, it follows the submitted levels; a text of the upload
 * or the teacher stays.
 */
export function resolveDescription(t: Translator, listing: ListingInput, claimed: ClaimedListing) {
  const { subject } = listing;
  const { levels, description } = { ...fillDraft(t, listing), ...claimed };
  const isProposed =
    listing.description === "" && isProposedDescription(t, subject, String(description).trim());
  const known = LEVELS.filter((level) => Array.isArray(levels) && levels.includes(level));
  return {
    isProposed,
    description: isProposed && known.length > 0 ? proposeDescription(t, subject, known) : description,
  };
}

/** The draft with the submitted fields, for the schemas. */
const mergeClaim = (t: Translator, listing: ListingInput, claimed: ClaimedListing) => ({
  ...fillDraft(t, listing),
  ...Object.fromEntries(CLAIM_FIELDS.flatMap((name) => (name in claimed ? [[name, claimed[name]]] : []))),
  description: resolveDescription(t, listing, claimed).description,
});

/** The draft with the submitted fields, if they can be stored. */
export function findClaimedDraft(t: Translator, listing: ListingInput, claimed: ClaimedListing) {
  const checked = validate(draftListingSchema, mergeClaim(t, listing, claimed));
  return checked.ok ? checked.value : null;
}

/** The draft as the page shows it: with the submitted fields if they can be stored, otherwise as it is filled in. */
export const getShownDraft = (t: Translator, listing: ListingInput, values: FormValues | null) =>
  (values && findClaimedDraft(t, listing, toListingInput(values))) ?? fillDraft(t, listing);

/**
 * Validates the draft with the submitted fields. To be sent for approval it has to be complete, and without contact data.
 * `held` are other problems. Errors are in the page's order.
 */
export function validateClaim(
  t: Translator,
  listing: ListingInput,
  { claimed, submit, held }: { claimed: ClaimedListing; submit: boolean; held: readonly FieldError[] },
): Result<ListingInput> {
  const input = mergeClaim(t, listing, claimed);
  const checked = validate(submit ? listingSchema : draftListingSchema, input);
  const asked = listAskedFields(t, listing);
  const order = [...asked, ...LISTING_FIELDS.filter((name) => !asked.includes(name as ClaimField))];
  const problems = [
    ...(checked.ok ? [] : (checked.refusal.fields ?? [])),
    ...(["title", "description", "neighbourhood"] as const)
      .filter((field) => submit && !hasNoContactData(String(input[field])))
      .map((field) => ({ field, code: "contact_in_text" })),
    ...held,
  ].toSorted((a, b) => order.indexOf(a.field as ClaimField) - order.indexOf(b.field as ClaimField));
  return problems.length > 0 ? invalid(problems) : checked;
}
