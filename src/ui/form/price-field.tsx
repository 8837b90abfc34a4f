import { formatDecimal } from "@/shared/numbers";
import { usePage } from "@/ui/page-context";
import { describedBy, Field, fieldId } from "./field";
import type { TextFieldProps } from "./text-field";

/** A price with its currency. `value` is in lei, as a plain decimal or as it was typed. */
export function PriceField({
  name,
  label,
  help,
  error,
  optional,
  required,
  id,
  value,
  ...input
}: Omit<TextFieldProps, "type">) {
  const { t, locale } = usePage();
  const inputId = id ?? fieldId(name);
  return (
    <Field id={inputId} label={label} help={help} error={error} optional={optional}>
      <span className="input-with-unit">
        <input
          inputMode="decimal"
          autoComplete="off"
          {...input}
          className="input"
          id={inputId}
          name={name}
          defaultValue={formatDecimal(String(value ?? ""), locale) || undefined}
          required={required ?? !optional}
          {...describedBy(inputId, help, error)}
        />
        <span className="input-with-unit__unit">{t("general.common.lei")}</span>
      </span>
    </Field>
  );
}
