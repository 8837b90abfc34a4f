import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { type FormErrors, fieldId, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

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

/** A setting: its current value, and a button that opens its form. */
export function Setting({
  id,
  title,
  now,
  button,
  open = false,
  children,
}: {
  id: string;
  title: string;
  /** The current value, or what the change means. */
  now: ReactNode;
  button: string;
  open?: boolean;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <div className="entry" id={id}>
      <div className="entry__main">
        <h3 className="entry__title">{title}</h3>
        <div className="entry__meta">{now}</div>
      </div>
      <details className="confirm" open={open}>
        <summary className="button button--secondary button--small">
          <span className="confirm__open">{button}</span>
          <span className="confirm__close">{t("general.words.cancel")}</span>
        </summary>
        <div className="confirm__form panel">{children}</div>
      </details>
    </div>
  );
}

/** A setting with a form of this page, whose texts are in `settings.<form>`; open after it was rejected. */
export function FormSetting({
  form,
  now,
  failed,
  danger,
  children,
}: {
  form: SettingsForm;
  now: ReactNode;
  failed: FailedSetting | null;
  danger?: boolean;
  children: ReactNode;
}) {
  const { t, url } = usePage();
  return (
    <Setting
      id={form}
      title={t(`settings.${form}.title`)}
      now={now}
      button={t(`settings.${form}.open`)}
      open={failed?.form === form}
    >
      <form method="post" action={url(paths.settingsAction(form))} className="form">
        {children}
        <div className="form__actions">
          <SubmitButton variant={danger ? "danger" : "primary"}>{t(`settings.${form}.submit`)}</SubmitButton>
        </div>
      </form>
    </Setting>
  );
}
