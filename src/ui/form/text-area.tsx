import type { TextareaHTMLAttributes } from "react";
import { usePage } from "@/ui/page-context";
import { describedBy, Field, type FieldProps, fieldId } from "./field";

export type TextAreaProps = FieldProps & { value?: string | null } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    "name" | "id" | "style" | "value" | "defaultValue" | "required" | "className"
  >;

/** Several lines of text. With `maxLength` (and `minLength`) the help states the bounds. */
export function TextArea({
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
}: TextAreaProps) {
  const inputId = id ?? fieldId(name);
  const fullHelp =
    input.maxLength === undefined ? (
      help
    ) : (
      <>
        {help ? <>{help} </> : null}
        <LengthHelp min={input.minLength} max={input.maxLength} />
      </>
    );
  return (
    <Field id={inputId} label={label} help={fullHelp} error={error} warning={warning} optional={optional}>
      <textarea
        rows={6}
        {...input}
        className="input input--area"
        id={inputId}
        name={name}
        defaultValue={value ?? ""}
        required={required ?? !optional}
        {...describedBy(inputId, fullHelp, error)}
      />
    </Field>
  );
}

function LengthHelp({ min, max }: { min?: number; max: number }) {
  const { t } = usePage();
  const key = min ? "general.form.lengthBetween" : "general.form.lengthUpTo";
  return <span>{t(key, { min: t.number(min ?? 0), max: t.number(max) })}</span>;
}
