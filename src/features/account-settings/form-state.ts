import { type FormErrors, fieldId } from "@/ui/form";

/** The forms of the page, as their sections are called. */
export type SettingsForm = "email" | "password" | "locale" | "teacher" | "disable";

/** A form that was refused, as the page shows it again: what was typed (but no password) and what is wrong with it. */
export type Failed = {
  form: SettingsForm;
  values: Record<string, string>;
  errors: FormErrors;
  /** A refusal that belongs to no field, in words. */
  message: string | null;
};

/** A field's name within the whole page: two forms have a field of one name. */
export const pageName = (form: SettingsForm, name: string): string => `${form}-${name}`;

/** What each field is called, at the field and in the summary of what is wrong. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  "email-email": "settings.email.wanted",
  "email-current_password": "general.fields.current_password",
  "password-current_password": "general.fields.current_password",
  "password-password": "settings.password.wanted",
  "locale-locale": "settings.locale.wanted",
  "teacher-birth_date": "general.fields.birth_date",
  "disable-password": "general.fields.current_password",
};

/** The key of a field's name in words; the form's own title where there is no such field. */
export const fieldWords = (form: SettingsForm, name: string): string =>
  FIELD_WORDS[pageName(form, name)] ?? `settings.${form}.title`;

/** What a field of a form gets on this page: its name, an id of its own, and what the refused form says of it. */
export const fieldOf = (failed: Failed | null, form: SettingsForm, name: string) => ({
  name,
  id: fieldId(pageName(form, name)),
  ...(failed?.form === form && failed.errors[name] ? { error: failed.errors[name] } : {}),
});

/** What was typed into a field of a refused form, else what stands there at first. */
export const typed = (failed: Failed | null, form: SettingsForm, name: string, initial = ""): string =>
  failed?.form === form ? (failed.values[name] ?? initial) : initial;
