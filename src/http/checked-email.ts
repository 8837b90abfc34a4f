import type { Ctx } from "@/context";
import { suggestAddress } from "@/shared/suggest-address";
import { type FormErrors, toAskedField, toKeptField } from "@/ui/form";
import type { FormFields } from "./requests";

type TextForm = Pick<FormFields, "text">;

/** The address of a `CheckedEmailField`: the one of the field, or the typed one if it was kept instead of its correction. */
export function readEmail(form: TextForm, name = "email"): string {
  const [email, kept] = [form.text(name), form.text(toKeptField(name))];
  return kept !== "" && suggestAddress(kept) === email ? kept : email;
}

/** What was corrected in a mistyped address, as the error of its field; null if there is nothing, or it was asked before. */
export function askAboutEmail({ t }: Ctx, form: TextForm, name = "email"): FormErrors | null {
  const typed = readEmail(form, name);
  const email = form.text(toAskedField(name)) === typed ? null : suggestAddress(typed);
  return email === null ? null : { [name]: t("general.form.emailCorrected", { typed, email }) };
}
