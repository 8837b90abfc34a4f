import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { usePage } from "@/ui/page-context";

/** Props of every field: `error` is a text, `help` is shown before the input. */
export type FieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  /** About a value that is accepted. A script may add it while the user types. */
  warning?: ReactNode;
  /** Marks the label "(optional)"; other fields are required. */
  optional?: boolean;
  /** False for an unmarked field that may be empty, as in a search form. */
  required?: boolean;
  /** By default `field-<name>`; set it if two forms of a page share a name. */
  id?: string;
  /** Announces an error that a script adds to the page. */
  announceError?: boolean;
};

export const fieldId = (name: string) => `field-${name}`;

/** The attributes that link an input to its help and error. */
export function describedBy(id: string, help: unknown, error?: string) {
  const ids = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? true : undefined };
}

function FieldLabel({ label, optional }: { label: ReactNode; optional?: boolean }) {
  return (
    <>
      {label}
      {optional ? <OptionalMark /> : null}
    </>
  );
}

function OptionalMark() {
  const { t } = usePage();
  return <span className="field__optional"> {t("general.form.optional")}</span>;
}

export function FieldHelp({ id, help }: { id: string; help: ReactNode }) {
  if (!help) return null;
  return (
    <div className="field__help" id={`${id}-help`}>
      {help}
    </div>
  );
}

export function FieldErrorText({
  id,
  error,
  announceError,
}: {
  id: string;
  error?: string;
  announceError?: boolean;
}) {
  if (!error) return null;
  return (
    <p className="field__error" id={`${id}-error`} role={announceError ? "alert" : undefined}>
      <CircleAlert size={16} aria-hidden="true" />
      {error}
    </p>
  );
}

/** A labelled input: label, help, error or warning, then the input. */
export function Field({
  id,
  label,
  help,
  error,
  warning,
  optional,
  announceError,
  children,
}: Omit<FieldProps, "name" | "required"> & { id: string; children: ReactNode }) {
  return (
    <div className={error ? "field field--invalid" : "field"}>
      <label htmlFor={id}>
        <FieldLabel label={label} optional={optional} />
      </label>
      <FieldHelp id={id} help={help} />
      <FieldErrorText id={id} error={error} announceError={announceError} />
      {warning}
      {children}
    </div>
  );
}

/** A group of inputs under a legend: checkboxes, radio buttons. Focusable for the error summary's link. */
export function FieldGroup({
  id,
  label,
  help,
  error,
  optional,
  children,
}: Omit<FieldProps, "name" | "required"> & { id: string; children: ReactNode }) {
  return (
    <fieldset
      className={error ? "field field--invalid" : "field"}
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy(id, help, error)["aria-describedby"]}
    >
      <legend>
        <FieldLabel label={label} optional={optional} />
      </legend>
      <FieldHelp id={id} help={help} />
      <FieldErrorText id={id} error={error} />
      {children}
    </fieldset>
  );
}
