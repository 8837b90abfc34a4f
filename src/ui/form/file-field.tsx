import type { ChangeEvent } from "react";
import { describedBy, Field, type FieldProps, fieldId } from "./field";

/** An upload field for pictures; phones also offer the camera. `accept` is a list of media types. */
export function FileField({
  name,
  label,
  help,
  error,
  optional,
  required,
  id,
  accept = "image/jpeg,image/png,image/webp,image/avif",
  multiple,
  disabled,
  announceError,
  onChange,
}: FieldProps & {
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onChange?(event: ChangeEvent<HTMLInputElement>): void;
}) {
  const inputId = id ?? fieldId(name);
  return (
    <Field
      id={inputId}
      label={label}
      help={help}
      error={error}
      optional={optional}
      announceError={announceError}
    >
      <input
        className="input input--file"
        type="file"
        id={inputId}
        name={name}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={onChange}
        required={required ?? !optional}
        {...describedBy(inputId, help, error)}
      />
    </Field>
  );
}
