import type { InputHTMLAttributes } from "react";
import { formatTypedDay } from "@/shared/format";
import { buttonClass } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { describedBy, Field, type FieldProps, fieldId } from "./field";

type InputAttributes = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "name" | "id" | "style" | "value" | "defaultValue" | "required" | "className"
>;

export type TextFieldProps = FieldProps & { value?: string | number | null } & InputAttributes;

/**
 * One line of text. `value` is the initial value; further attributes (type, inputMode, autoComplete…) are passed on.
 */
export function TextField({
  name,
  label,
  help,
  error,
  warning,
  optional,
  required,
  id,
  value,
  ...input
}: TextFieldProps) {
  const inputId = id ?? fieldId(name);
  return (
    <Field id={inputId} label={label} help={help} error={error} warning={warning} optional={optional}>
      <input
        type="text"
        {...input}
        className="input"
        id={inputId}
        name={name}
        defaultValue={value === "" || value === null ? undefined : value}
        required={required ?? !optional}
        {...describedBy(inputId, help, error)}
      />
    </Field>
  );
}

/** An e-mail address. `autoComplete` is `username` in the sign-in form, `off` for the address of another person. */
export function EmailField({
  autoComplete = "email",
  ...field
}: Omit<TextFieldProps, "type" | "autoComplete"> & { autoComplete?: "email" | "username" | "off" }) {
  const typing = { inputMode: "email", autoCapitalize: "none", spellCheck: false } as const;
  return <TextField {...field} {...typing} type="email" autoComplete={autoComplete} />;
}

/** A code of an authenticator app, never prefilled. */
export function CodeField(props: Omit<TextFieldProps, "type" | "value">) {
  return <TextField {...props} inputMode="numeric" autoComplete="one-time-code" />;
}

/**
 * A date of birth as one line of text: users know the date, so typing it is quicker than a calendar. Some number pads
 * have no separators. `value` is `YYYY-MM-DD`, or what was typed.
 */
export function BirthDateField({ help, value, ...props }: Omit<TextFieldProps, "type">) {
  const { t, locale } = usePage();
  const advice = (
    <>
      {t("general.form.typedDay")} {help}
    </>
  );
  const text = formatTypedDay(String(value ?? ""), locale);
  return <TextField {...props} help={advice} value={text} inputMode="numeric" data-typed-day="" />;
}

export function DateField(props: Omit<TextFieldProps, "type">) {
  return <TextField {...props} type="date" />;
}

type PasswordFieldProps = Omit<TextFieldProps, "type" | "value"> & {
  autoComplete: "current-password" | "new-password";
  /** Whether the form was returned with an error, so that the password must be typed again. */
  isReturned?: boolean;
};

/** A password, never prefilled, with a button that shows it. */
export function PasswordField({ isReturned = false, help, ...props }: PasswordFieldProps) {
  const { t } = usePage();
  const advice = (
    <>
      {help} <strong>{t("general.form.retypePassword")}</strong>
    </>
  );
  return (
    <Enhanced name="show-password">
      <TextField
        {...props}
        help={isReturned ? advice : help}
        type="password"
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small needs-script password-button`}
        aria-pressed={false}
      >
        {t("general.form.showPassword")}
      </button>
    </Enhanced>
  );
}
