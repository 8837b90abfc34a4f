import type { FieldError, Refusal } from "@/shared/errors";
import { formatDateTime } from "@/shared/format";
import type { TextParams, Translator } from "@/shared/i18n/translator";

/** Error text by field name. */
export type FormErrors = Record<string, string>;

/** Whether a form has an error, of a field or of the whole form (`message`). */
export const hasErrors = (errors: FormErrors, message: string | null = null): boolean =>
  Object.keys(errors).length > 0 || message !== null;

const findText = (t: Translator, key: string, params?: TextParams) => (t.has(key) ? t(key, params) : null);

/** Parameters with numbers in the reader's format: 1.000 in Romanian. */
function formatNumbers(t: Translator, params: TextParams = {}): TextParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "number" ? t.number(value) : value,
    ]),
  );
}

/**
 * The first error of each field as text: `general.errors.<code>_<part>` for each part that the error names, else
 * `general.errors.<code>`. A code without a text is "not valid".
 */
export function toFormErrors(t: Translator, errors: readonly FieldError[] = []): FormErrors {
  const texts: FormErrors = {};
  for (const error of errors) {
    if (error.field in texts) continue;
    texts[error.field] =
      (error.code === "required" ? formatRequired(t, error) : null) ??
      formatParts(t, error) ??
      findText(
        t,
        `general.errors.${error.choice ? "invalid_choice" : error.code}`,
        formatNumbers(t, error.params),
      ) ??
      t("general.errors.invalid");
  }
  return texts;
}

/** The texts of the wrong parts of a field, such as two of its levels; null if the error names none. */
function formatParts(t: Translator, { code, params }: FieldError): string | null {
  const parts = String(params?.parts ?? "").split(" ");
  return parts.flatMap((part) => findText(t, `general.errors.${code}_${part}`) ?? []).join(" ") || null;
}

/**
 * The text for an empty field, which names it: the field's own text, or else one with its label in `general.fields`.
 * Null if it has neither. The own text is found by the last part of the name: `price` for `top7.price`.
 */
export function formatRequired(
  t: Translator,
  { field, choice }: Pick<FieldError, "field" | "choice">,
): string | null {
  const name = field.split(/[.-]/).at(-1);
  const fieldText = findText(t, `general.errors.${choice ? "required_choice" : "required_text"}.${name}`);
  const label = findText(t, `general.fields.${field}`);
  return fieldText ?? (label === null ? null : t("general.errors.required_named", { label }));
}

/** Gives the text for an empty field the form's own label, if it names the one in `general.fields`. */
export function nameByLabel(t: Translator, text: string, { field, label }: { field: string; label: string }) {
  const general = findText(t, `general.fields.${field}`);
  return general !== null && text === t("general.errors.required_named", { label: general })
    ? t("general.errors.required_named", { label })
    : text;
}

/**
 * The text of a refusal (`general.refusals`), by its reason or else its code, with the time to retry. A parameter
 * `date` in ms becomes a day and time.
 */
export function formatRefusal(t: Translator, refusal: Refusal): string {
  const params: TextParams = { ...refusal.params };
  if (typeof params.date === "number") params.date = formatDateTime(params.date, t.locale);
  const words = (key: string) => findText(t, `general.refusals.${key}`, params);
  const text =
    (refusal.reason && words(refusal.reason)) ?? words(refusal.code) ?? t("general.refusals.other");
  return addRetryAdvice(t, text, refusal.retryAfter);
}

const [MINUTE_S, HOUR_S, DAY_S] = [60, 3600, 86_400];

/** A text followed by when to retry; `seconds` is the value of `Retry-After`, undefined if not sent. */
export function addRetryAdvice(t: Translator, text: string, seconds: number | undefined): string {
  if (seconds === undefined) return text;
  const inUnits = (unit: string, length: number) =>
    `${text} ${t.count(`general.retry.${unit}`, Math.max(1, Math.ceil(seconds / length)))}`;
  if (seconds < MINUTE_S) return inUnits("seconds", 1);
  if (seconds <= 2 * HOUR_S) return inUnits("minutes", MINUTE_S);
  return seconds <= 2 * DAY_S ? inUnits("hours", HOUR_S) : inUnits("days", DAY_S);
}
