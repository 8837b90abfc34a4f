import type { FormValues } from "@/shared/schemas/listing";

/** The current values of a form's text fields, checkboxes and choices; files are left out. */
export function readFormValues(form: HTMLFormElement): FormValues {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string") continue;
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
}
