import type { Translator } from "@/shared/i18n/translator";
import { fieldErrors } from "@/shared/schemas/field-errors";
import { draftListingSchema, type FormValues, listingOfForm, listingSchema } from "@/shared/schemas/listing";
import { errorTexts, type FormErrors } from "@/ui/form";

/** The text fields of a form as they stand now. */
export function valuesOf(form: HTMLFormElement): FormValues {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string") continue;
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}

/** What the server would say about these values, in words; `whole` for a listing that is to be published. */
export function errorsOf(t: Translator, values: FormValues, whole: boolean): FormErrors {
  const parsed = (whole ? listingSchema : draftListingSchema).safeParse(listingOfForm(values), {
    reportInput: true,
  });
  return parsed.success ? {} : errorTexts(t, fieldErrors(parsed.error));
}
