import { suggestAddress } from "@/shared/suggest-address";
import { usePage } from "@/ui/page-context";
import { Checkbox } from "./choices";
import { EmailField, type TextFieldProps } from "./text-field";

/** The form field for the typed address that the form asks about. Sent again unchanged, it is accepted. */
export const toAskedField = (name: string): string => `asked_${name}`;
/** The form field for the typed address, if the visitor keeps it instead of the corrected one. */
export const toKeptField = (name: string): string => `kept_${name}`;

/**
 * An address that is not confirmed, as a text. If its provider seems mistyped, the route asks by
 * `askAboutEmail`: the field then has the corrected address, and a box keeps the typed one. The route reads the answer by
 * `readEmail`.
 */
export function CheckedEmailField({
  value,
  error,
  ...field
}: Omit<TextFieldProps, "value" | "autoComplete"> & { value: string; autoComplete?: "off" }) {
  const { t } = usePage();
  const suggestion = suggestAddress(value);
  const corrected = error ? suggestion : null;
  return (
    <>
      <EmailField {...field} value={corrected ?? value} error={error} />
      {suggestion === null ? null : <input type="hidden" name={toAskedField(field.name)} value={value} />}
      {corrected === null ? null : (
        <Checkbox
          name={toKeptField(field.name)}
          value={value}
          label={t("general.form.keepEmail", { email: value })}
        />
      )}
    </>
  );
}
