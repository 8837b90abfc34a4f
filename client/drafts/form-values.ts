import type { Locale } from "@/shared/i18n/locales";
import { toPlainDecimal } from "@/shared/numbers";
import type { FormValues } from "@/shared/schemas/listing";

/**
 * The current values of a form's text fields, checkboxes and choices; files are left out. A price becomes plain, so
 * that a draft can be restored on a page in the other language.
 */
export function readFormValues(form: HTMLFormElement): FormValues {
  const locale = document.documentElement.lang as Locale;
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string") continue;
    values[name] ??= [];
    values[name].push(name === "price" ? toPlainDecimal(value, locale) : value);
  }
  return values;
}

/** Fields about the form, not about the listing. */
const FORM_FIELDS = /^(id|version|intent|map\..*)$/;

/** Whether two listing forms have the same values for the user: order and white space don't count. */
export function hasSameValues(a: FormValues, b: FormValues): boolean {
  const names = [...Object.keys(a), ...Object.keys(b)].filter((name) => !FORM_FIELDS.test(name));
  const normalise = (values: readonly string[] = []) =>
    values
      .map((value) => value.replace(/\s+/g, " ").trim())
      .filter(Boolean)
      .sort()
      .join("\n");
  return names.every((name) => normalise(a[name]) === normalise(b[name]));
}
