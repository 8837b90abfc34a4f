import type { ListingContent, SaveObstacle } from "@client/drafts/listing-content";
import type { Point } from "@/shared/geo";
import type { Locale } from "@/shared/i18n/locales";
import { formatDecimal, formatDegrees } from "@/shared/numbers";
import { draftListingSchema, type FormValues, toListingInput } from "@/shared/schemas/listing";
import { normaliseLine } from "@/shared/text";

/**
 * Writes values into a form's fields, with numbers in the format of its language. Values without a field and hidden
 * fields are skipped. The pictures write their descriptions themselves.
 */
export function fillListingForm(form: HTMLFormElement, values: FormValues, locale: Locale): void {
  for (const field of form.elements) {
    if ((field as HTMLInputElement).name.startsWith("alt.")) continue;
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
      field.checked = values[field.name]?.includes(field.value) ?? false;
    } else if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) {
      field.value = values[field.name]?.[0] ?? "";
    } else if (field instanceof HTMLInputElement && (field.type === "text" || field.type === "number")) {
      const value = values[field.name]?.[0] ?? "";
      field.value = formatTyped(field.name, value, locale);
    }
  }
}

function formatTyped(name: string, value: string, locale: Locale): string {
  if (name === "price") return formatDecimal(value, locale);
  return name.startsWith("point.") ? formatDegrees(value, locale) : value;
}

/** Writes a point into its two fields; null empties them. */
export function fillPoint(form: HTMLFormElement, point: Point | null, locale: Locale): void {
  for (const axis of ["latitude", "longitude"] as const) {
    const field = form.elements.namedItem(`point.${axis}`);
    if (!(field instanceof HTMLInputElement)) continue;
    field.value = point ? formatDegrees(String(point[axis]), locale) : "";
  }
}

/**
 * The content of a form that can be saved as a draft, or the reason why none can be. `findPath` returns the storage
 * path of a picture that the form names; null for one that is not stored yet.
 */
export function readListingContent(
  values: FormValues,
  findPath: (reference: string) => string | null,
): ListingContent | SaveObstacle {
  if (!values.subject?.[0]) return "subject";
  const parsed = draftListingSchema.safeParse(toListingInput(values));
  if (!parsed.success) return "invalid";
  const images = (values.picture ?? []).flatMap((reference) => {
    const path = findPath(reference);
    return path === null ? [] : [{ path, alt: normaliseLine(values[`alt.${reference}`]?.[0] ?? "") }];
  });
  return { listing: parsed.data, images };
}
