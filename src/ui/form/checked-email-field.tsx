import { suggestAddress } from "@/shared/suggest-address";
import { usePage } from "@/ui/page-context";
import { Checkbox } from "./choices";
import { EmailField, type TextFieldProps } from "./text-field";

/** Form field: the address that the form asks about. Sent again unchanged, it is accepted. */
export const ASKED_EMAIL_FIELD = "asked_email";
/** Form field: the suggested address, if it is ticked. */
export const CHOSEN_EMAIL_FIELD = "chosen_email";

/**
 * The address of a visitor without an account, as a text. If its provider seems mistyped, the field offers the right one
 * as a choice. The route asks by `askAboutEmail` and reads the answer by `readEmail`.
 */
export function CheckedEmailField({ value, ...field }: Omit<TextFieldProps, "value"> & { value: string }) {
  const { t } = usePage();
  const suggestion = suggestAddress(value);
  return (
    <>
      <EmailField {...field} autoComplete="email" value={value} />
      {suggestion === null ? null : (
        <>
          <Checkbox
            name={CHOSEN_EMAIL_FIELD}
            value={suggestion}
            label={t("general.form.useEmail", { email: suggestion })}
          />
          <input type="hidden" name={ASKED_EMAIL_FIELD} value={value} />
        </>
      )}
    </>
  );
}
