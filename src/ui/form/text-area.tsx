import type { TextareaHTMLAttributes } from "react";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { describedBy, Field, type FieldProps, fieldId } from "./field";

export type TextAreaProps = FieldProps & { value?: string | null } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    "name" | "id" | "style" | "value" | "defaultValue" | "required" | "className"
  >;

/**
 * Several lines of text. With `maxLength` (and `minLength`) the help states the bounds, and a script counts. The browser
 * accepts a longer text, because with its own limit it cuts off the end of pasted text without a word.
 */
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
  minLength,
  maxLength,
  ...input
}: TextAreaProps) {
  const { t } = usePage();
  const inputId = id ?? fieldId(name);
  const fullHelp =
    maxLength === undefined ? (
      help
    ) : (
      <>
        {help ? <>{help} </> : null}
        <LengthHelp min={minLength} max={maxLength} />
      </>
    );
  const area = (
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
  );
  return (
    <Field id={inputId} label={label} help={fullHelp} error={error} warning={warning} optional={optional}>
      {maxLength === undefined ? (
        area
      ) : (
        <Enhanced
          name="count-characters"
          texts={{
            min: String(minLength ?? 0),
            max: String(maxLength),
            left: t("general.form.charactersLeft", { n: "{n}" }),
            missing: t("general.form.charactersMissing", { n: "{n}" }),
            over: t("general.form.charactersOver", { n: "{n}" }),
          }}
        >
          {area}
        </Enhanced>
      )}
    </Field>
  );
}

function LengthHelp({ min, max }: { min?: number; max: number }) {
  const { t } = usePage();
  const key = min ? "general.form.lengthBetween" : "general.form.lengthUpTo";
  return <span>{t(key, { min: t.number(min ?? 0), max: t.number(max) })}</span>;
}
