import type { Ctx } from "@/context";
import { suggestAddress } from "@/shared/suggest-address";
import { ASKED_EMAIL_FIELD, CHOSEN_EMAIL_FIELD, type FormErrors } from "@/ui/form";
import type { FormFields } from "./requests";

/** The address of a `CheckedEmailField`: as typed, or the suggested one if it was ticked. */
export function readEmail(form: FormFields): string {
  const typed = form.text("email");
  const suggestion = suggestAddress(typed);
  return suggestion !== null && form.text(CHOSEN_EMAIL_FIELD) === suggestion ? suggestion : typed;
}

/** The question about a mistyped address, as the error of its field; null if there is none, or it was asked before. */
export function askAboutEmail({ t }: Pick<Ctx, "t">, form: FormFields): FormErrors | null {
  const typed = readEmail(form);
  const email = form.text(ASKED_EMAIL_FIELD) === typed ? null : suggestAddress(typed);
  return email === null ? null : { email: t("general.form.didYouMean", { email }) };
}
