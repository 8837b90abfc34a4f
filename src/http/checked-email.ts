import type { Ctx } from "@/context";
import { suggestAddress } from "@/shared/suggest-address";
import { ASKED_EMAIL_FIELD, type FormErrors, KEPT_EMAIL_FIELD } from "@/ui/form";
import type { FormFields } from "./requests";

/** The address of a `CheckedEmailField`: the one of the field, or the typed one if it was kept instead of its correction. */
export function readEmail(form: FormFields): string {
  const [email, kept] = [form.text("email"), form.text(KEPT_EMAIL_FIELD)];
  return kept !== "" && suggestAddress(kept) === email ? kept : email;
}

/** What was corrected in a mistyped address, as the error of its field; null if there is nothing, or it was asked before. */
export function askAboutEmail({ t }: Pick<Ctx, "t">, form: FormFields): FormErrors | null {
  const typed = readEmail(form);
  const email = form.text(ASKED_EMAIL_FIELD) === typed ? null : suggestAddress(typed);
  return email === null ? null : { email: t("general.form.emailCorrected", { typed, email }) };
}
