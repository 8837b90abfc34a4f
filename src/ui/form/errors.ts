import type { FieldError, Refusal } from "@/shared/errors";
import { formatDateTime } from "@/shared/format";
import type { TextParams, Translator } from "@/shared/i18n/translator";

/** Field name → what is wrong with it, in words. */
export type FormErrors = Record<string, string>;

const said = (t: Translator, key: string, params?: TextParams) => (t.has(key) ? t(key, params) : null);

/** Numbers as the reader writes them: 1.000 in Romanian. */
function written(t: Translator, params: TextParams = {}): TextParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "number" ? t.number(value) : value,
    ]),
  );
}

/** The first error of each field, in the words of `general.errors.<code>`; a code without words is "not valid". */
export function errorTexts(t: Translator, errors: readonly FieldError[] = []): FormErrors {
  const texts: FormErrors = {};
  for (const { field, code, params, choice } of errors) {
    if (field in texts) continue;
    const key = `general.errors.${choice ? "invalid_choice" : code}`;
    texts[field] = said(t, key, written(t, params)) ?? t("general.errors.invalid");
  }
  return texts;
}

/**
 * A refusal in words: its reason's text, else its code's, of `general.refusals`.
 * A parameter `date` given in ms is written as a day with its time; a text with plural forms counts the minutes of
 * `retryAfter`, or its hours (`{key}_hours`) where there are many.
 */
export function refusalText(t: Translator, refusal: Refusal): string {
  const params: TextParams = { ...refusal.params };
  if (typeof params.date === "number") params.date = formatDateTime(params.date, t.locale);
  const minutes = Math.ceil(Math.max(refusal.retryAfter ?? 1, 1) / 60);
  const words = (key: string) => {
    if (minutes > 120 && t.has(`${key}_hours.other`)) {
      return t.count(`${key}_hours`, Math.ceil(minutes / 60), params);
    }
    return t.has(`${key}.other`) ? t.count(key, minutes, params) : said(t, key, params);
  };
  return (
    (refusal.reason && words(`general.refusals.${refusal.reason}`)) ??
    words(`general.refusals.${refusal.code}`) ??
    t("general.refusals.other")
  );
}
