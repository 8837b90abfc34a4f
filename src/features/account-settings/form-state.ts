import { type FormErrors, fieldId } from "@/ui/form";

/** The forms of the page, by section name. */
export type SettingsForm = "email" | "password" | "locale" | "teacher" | "disable";

/** A rejected form, to be shown again: the typed values (without passwords) and their errors. */
export type FailedSetting = {
  form: SettingsForm;
  values: Record<string, string>;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** A field's name, unique on the page: two forms have a field of the same name. */
export const pageName = (form: SettingsForm, name: string): string => `${form}-${name}`;

/** Label keys, for the field and the error summary. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  "email-email": "settings.email.wanted",
  "email-current_password": "general.fields.current_password",
  "password-current_password": "general.fields.current_password",
  "password-password": "settings.password.wanted",
  "locale-locale": "settings.locale.wanted",
  "teacher-birth_date": "general.fields.birth_date",
  "disable-password": "general.fields.current_password",
};

/** The key of a field's label; the form's title if there is no such field. */
export const fieldWords = (form: SettingsForm, name: string): string =>
  FIELD_WORDS[pageName(form, name)] ?? `settings.${form}.title`;

/** Props of a form's field on this page: name, unique id and errors. */
export const fieldOf = (failed: FailedSetting | null, form: SettingsForm, name: string) => ({
  name,
  id: fieldId(pageName(form, name)),
  ...(failed?.form === form && failed.errors[name] ? { error: failed.errors[name] } : {}),
});

/** The typed value of a rejected form, or else the initial value. */
export const typed = (
  failed: FailedSetting | null,
  form: SettingsForm,
  name: string,
  initial = "",
): string => (failed?.form === form ? (failed.values[name] ?? initial) : initial);
