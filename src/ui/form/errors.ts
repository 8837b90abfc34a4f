import type { FieldError, Refusal } from "@/shared/errors";
import { formatDate } from "@/shared/format";
import type { TextParams, Translator } from "@/shared/i18n/translator";

/** Field name → what is wrong with it, in words. */
export type FormErrors = Record<string, string>;

const said = (t: Translator, key: string, params?: TextParams) => (t.has(key) ? t(key, params) : null);

/** The first error of each field, in the words of `general.errors.<code>`; a code without words is "not valid". */
export function errorTexts(t: Translator, errors: readonly FieldError[] = []): FormErrors {
  const texts: FormErrors = {};
  for (const { field, code, params } of errors) {
    if (field in texts) continue;
    texts[field] = said(t, `general.errors.${code}`, params) ?? t("general.errors.invalid");
  }
  return texts;
}

/**
 * A refusal in words: its reason's text, else its code's, of `general.refusals`.
 * A parameter `date` given in ms is written as a day; `seconds` comes from `retryAfter`.
 */
export function refusalText(t: Translator, refusal: Refusal): string {
  const params: TextParams = { seconds: refusal.retryAfter ?? 60, ...refusal.params };
  if (typeof params.date === "number") params.date = formatDate(params.date, t.locale);
  return (
    (refusal.reason && said(t, `general.refusals.${refusal.reason}`, params)) ??
    said(t, `general.refusals.${refusal.code}`, params) ??
    t("general.refusals.other")
  );
}
