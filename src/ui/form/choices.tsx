import type { ReactNode } from "react";
import { describedBy, FieldErrorText, FieldGroup, FieldHelp, type FieldProps, fieldId } from "./field";
import type { Option } from "./options";

type GroupProps = Omit<FieldProps, "required"> & { options: readonly Option[]; columns?: boolean };

/** Checkboxes; the form sends `name` once for each ticked one. */
export function CheckboxGroup({
  name,
  id,
  options,
  values,
  columns,
  ...field
}: GroupProps & { values?: readonly string[] }) {
  return (
    <FieldGroup id={id ?? fieldId(name)} {...field}>
      <div className={columns ? "choices choices--columns" : "choices"}>
        {options.map((option) => (
          <Choice
            key={option.value}
            type="checkbox"
            name={name}
            option={option}
            checked={values?.includes(option.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** Radio buttons. */
export function RadioGroup({
  name,
  id,
  options,
  value,
  columns,
  required,
  ...field
}: GroupProps & Pick<FieldProps, "required"> & { value?: string | null }) {
  return (
    <FieldGroup id={id ?? fieldId(name)} {...field}>
      <div className={columns ? "choices choices--columns" : "choices"}>
        {options.map((option) => (
          <Choice
            key={option.value}
            type="radio"
            name={name}
            option={option}
            checked={option.value === value}
            required={required ?? !field.optional}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Choice({
  type,
  name,
  option,
  checked,
  required,
}: {
  type: "checkbox" | "radio";
  name: string;
  option: Option;
  checked?: boolean;
  required?: boolean;
}) {
  return (
    <label className={option.isOther ? "choices__other" : undefined}>
      <input type={type} name={name} value={option.value} defaultChecked={checked} required={required} />
      <span>
        {option.label}
        {option.hint ? <span className="choice__hint">{` ${option.hint}`}</span> : null}
      </span>
    </label>
  );
}

/** A single checkbox, sent as `1` if it has no other value. A consent is required and never ticked in advance. */
export function Checkbox({
  name,
  id,
  label,
  value = "1",
  help,
  error,
  checked,
  required,
}: Omit<FieldProps, "optional" | "label" | "required"> & {
  label: ReactNode;
  value?: string;
  checked?: boolean;
  required?: boolean;
}) {
  const inputId = id ?? fieldId(name);
  return (
    <div className={error ? "field field--invalid" : "field"}>
      <FieldErrorText id={inputId} error={error} />
      <label className="choice">
        <input
          type="checkbox"
          id={inputId}
          name={name}
          value={value}
          defaultChecked={checked}
          required={required}
          {...describedBy(inputId, help, error)}
        />
        <span>{label}</span>
      </label>
      <FieldHelp id={inputId} help={help} />
    </div>
  );
}
