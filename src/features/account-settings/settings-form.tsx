import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { type FormErrors, fieldId, PostForm, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** The forms of the page, by section name. */
export type SettingName =
  | "email"
  | "password"
  | "two-step"
  | "two-step-off"
  | "locale"
  | "teacher"
  | "disable";

/** A rejected form, to be shown again: the submitted values (without passwords) and their errors. */
export type RejectedForm = {
  form: SettingName;
  values: Record<string, string>;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** A field name that is unique on the page, because two forms have a field of the same name. */
export const toUniqueName = (form: SettingName, name: string): string => `${form}-${name}`;

/** Label keys, for the field and the error summary. */
const LABEL_KEYS: Readonly<Record<string, string>> = {
  "email-email": "account-settings.email.label",
  "email-current_password": "general.fields.current_password",
  "password-current_password": "general.fields.current_password",
  "password-password": "account-settings.password.label",
  "two-step-otp": "general.fields.otp",
  "two-step-off-password": "general.fields.current_password",
  "two-step-off-otp": "general.fields.otp",
  "locale-locale": "account-settings.locale.label",
  "teacher-birth_date": "general.fields.birth_date",
  "disable-password": "general.fields.current_password",
};

/** The key of a field's label; the form's title if there is no such field. */
export const getLabelKey = (form: SettingName, name: string): string =>
  LABEL_KEYS[toUniqueName(form, name)] ?? `account-settings.${form}.title`;

/** Props of a form's field on this page: name, unique id and errors. */
export const getFieldProps = (rejected: RejectedForm | null, form: SettingName, name: string) => ({
  name,
  id: fieldId(toUniqueName(form, name)),
  ...(rejected?.form === form && rejected.errors[name] ? { error: rejected.errors[name] } : {}),
});

/** The submitted value of a rejected form, or else the initial value. */
export const getFieldValue = (
  rejected: RejectedForm | null,
  form: SettingName,
  name: string,
  initial = "",
): string => (rejected?.form === form ? (rejected.values[name] ?? initial) : initial);

/** A setting: its current value, and a button that opens its form. */
export function Setting({
  id,
  title,
  summary,
  button,
  open = false,
  children,
}: {
  id: string;
  title: string;
  /** The current value, or the effect of the change. */
  summary: ReactNode;
  button: string;
  open?: boolean;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <div className="entry" id={id}>
      <div className="entry__main">
        <h3 className="entry__title">{title}</h3>
        <div className="entry__meta">{summary}</div>
      </div>
      <details className="confirm" open={open}>
        <summary className="button button--secondary button--small">
          <span className="confirm__open">{button}</span>
          <span className="confirm__close">{t("general.common.cancel")}</span>
        </summary>
        <div className="confirm__form panel">{children}</div>
      </details>
    </div>
  );
}

/** A setting with a form of this page, whose texts are in `account-settings.<form>`; open after it was rejected. */
export function SettingForm({
  form,
  summary,
  rejected,
  danger,
  open = false,
  children,
}: {
  form: SettingName;
  summary: ReactNode;
  rejected: RejectedForm | null;
  danger?: boolean;
  open?: boolean;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <Setting
      id={form}
      title={t(`account-settings.${form}.title`)}
      summary={summary}
      button={t(`account-settings.${form}.open`)}
      open={open || rejected?.form === form}
    >
      <PostForm action={paths.settingsAction(form)}>
        {children}
        <div className="form__actions">
          <SubmitButton variant={danger ? "danger" : "primary"}>
            {t(`account-settings.${form}.submit`)}
          </SubmitButton>
        </div>
      </PostForm>
    </Setting>
  );
}
