import { suggestAddress } from "@/shared/suggest-address";
import { usePage } from "@/ui/page-context";
import { Checkbox } from "./choices";
import { EmailField, type TextFieldProps } from "./text-field";

/** Form field: the typed address that the form asks about. Sent again unchanged, it is accepted. */
export const ASKED_EMAIL_FIELD = "asked_email";
/** Form field: the typed address, if the visitor keeps it instead of the corrected one. */
export const KEPT_EMAIL_FIELD = "kept_email";

/**
 * The address of a visitor without an account, as a text. If its provider seems mistyped, the route asks by
 * `askAboutEmail`: the field then has the corrected address, and a box keeps the typed one. The route reads the answer by
 * `readEmail`.
 */
export function CheckedEmailField({
  value,
  error,
  ...field
}: Omit<TextFieldProps, "value"> & { value: string }) {
  const { t } = usePage();
  const suggestion = suggestAddress(value);
  const corrected = error ? suggestion : null;
  return (
    <>
      <EmailField {...field} autoComplete="email" value={corrected ?? value} error={error} />
      {suggestion === null ? null : <input type="hidden" name={ASKED_EMAIL_FIELD} value={value} />}
      {corrected === null ? null : (
        <Checkbox
          name={KEPT_EMAIL_FIELD}
          value={value}
          label={t("general.form.keepEmail", { email: value })}
        />
      )}
    </>
  );
}
