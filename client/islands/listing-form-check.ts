import type { Hindrance, ListingContent } from "@client/drafts/written";
import { formatDegrees } from "@/shared/degrees";
import type { Locale } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { toFieldErrors } from "@/shared/schemas/field-errors";
import { draftListingSchema, type FormValues, listingSchema, toListingInput } from "@/shared/schemas/listing";
import { normaliseLine } from "@/shared/text";
import { type FormErrors, toFormErrors } from "@/ui/form";

/**
 * Writes values into a form's fields, with degrees in the format of its language. Values without a field and hidden
 * fields are skipped.
 */
export function fillListingForm(form: HTMLFormElement, values: FormValues, locale: Locale): void {
  for (const field of form.elements) {
    // A picture's words come with the picture.
    if ((field as HTMLInputElement).name.startsWith("alt.")) continue;
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
      field.checked = values[field.name]?.includes(field.value) ?? false;
    } else if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) {
      field.value = values[field.name]?.[0] ?? "";
    } else if (field instanceof HTMLInputElement && (field.type === "text" || field.type === "number")) {
      const value = values[field.name]?.[0] ?? "";
      field.value = field.name.startsWith("point.") ? formatDegrees(value, locale) : value;
    }
  }
}

/** The server's errors for these values, as texts; `whole` for a listing to be published. */
export function errorsOf(t: Translator, values: FormValues, whole: boolean): FormErrors {
  const parsed = (whole ? listingSchema : draftListingSchema).safeParse(toListingInput(values), {
    reportInput: true,
  });
  return parsed.success ? {} : toFormErrors(t, toFieldErrors(parsed.error));
}

/**
 * What of a form can be saved as a draft. `pathOf` says where a picture is stored that the form names; null for one
 * that is not there yet.
 */
export function writtenOfForm(
  values: FormValues,
  pathOf: (place: string) => string | null,
): ListingContent | Hindrance {
  if (!values.subject?.[0]) return "subject";
  const parsed = draftListingSchema.safeParse(toListingInput(values));
  if (!parsed.success) return "invalid";
  const images = (values.picture ?? []).flatMap((place) => {
    const path = pathOf(place);
    return path === null ? [] : [{ path, alt: normaliseLine(values[`alt.${place}`]?.[0] ?? "") }];
  });
  return { listing: parsed.data, images };
}

/** Whether two forms have the same values for the user. */
export function sameValues(one: FormValues, other: FormValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)].filter((name) => !OWN.test(name)));
  const clean = (values: readonly string[] = []) =>
    values
      .map((value) => value.replace(/\s+/g, " ").trim())
      .filter(Boolean)
      .sort()
      .join("\n");
  return [...names].every((name) => clean(one[name]) === clean(other[name]));
}
/** Fields about the form, not about the listing. */
const OWN = /^(id|version|intent|map\..*)$/;
