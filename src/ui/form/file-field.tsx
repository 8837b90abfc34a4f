import type { ChangeEvent } from "react";
import { IMAGE_LIMITS, IMAGE_TYPES } from "@/shared/picture-limits";
import { buttonClass } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { describedBy, Field, type FieldProps, fieldId } from "./field";

/** An upload field. `accept` is a list of media types; by default pictures, for which phones also offer the camera. */
export function FileField({
  name,
  label,
  help,
  error,
  optional,
  required,
  id,
  accept,
  multiple,
  disabled,
  announceError,
  button,
  onChange,
}: FieldProps & {
  accept?: string;
  /** With a script, a button with this text replaces the browser's, because the page shows the chosen files itself. */
  button?: string;
  multiple?: boolean;
  disabled?: boolean;
  onChange?(event: ChangeEvent<HTMLInputElement>): void;
}) {
  const { t } = usePage();
  const inputId = id ?? fieldId(name);
  const fullHelp =
    button && accept === undefined ? (
      <>
        {help} <span className="needs-script">{t("general.form.photosReduced")}</span>
        <span className="needs-no-script">
          {t("general.form.photoTypes", { megabytes: IMAGE_LIMITS.bytes / 1024 ** 2 })}
        </span>
      </>
    ) : (
      help
    );
  return (
    <Field
      id={inputId}
      label={label}
      help={fullHelp}
      error={error}
      optional={optional}
      announceError={announceError}
    >
      <input
        className={button ? "input input--file input--replaced" : "input input--file"}
        type="file"
        id={inputId}
        name={name}
        accept={accept ?? IMAGE_TYPES.join(",")}
        multiple={multiple}
        disabled={disabled}
        onChange={onChange}
        required={required ?? !optional}
        {...describedBy(inputId, fullHelp, error)}
      />
      {button ? (
        <label className={`${buttonClass("secondary")} needs-script`} htmlFor={inputId}>
          {button}
        </label>
      ) : null}
    </Field>
  );
}
