import type { SelectHTMLAttributes } from "react";
import { describedBy, Field, type FieldProps, fieldId } from "./field";
import type { Option } from "./options";

export type SelectProps = FieldProps & {
  options: readonly Option[];
  value?: string | number | null;
  /** Text of the first, empty option, such as "All counties" or "Choose". */
  placeholder?: string;
} & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "name" | "id" | "style" | "value" | "defaultValue" | "required" | "className"
  >;

export function Select({
  name,
  label,
  help,
  error,
  optional,
  required,
  id,
  options,
  value,
  placeholder,
  ...input
}: SelectProps) {
  const inputId = id ?? fieldId(name);
  return (
    <Field id={inputId} label={label} help={help} error={error} optional={optional}>
      <select
        {...input}
        className="input input--select"
        id={inputId}
        name={name}
        defaultValue={value === null || value === undefined ? "" : String(value)}
        required={required ?? !optional}
        {...describedBy(inputId, help, error)}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
