import type { Locale } from "./locales";

export type PluralForm = "zero" | "one" | "few" | "other";

const ROMANIAN = new Intl.PluralRules("ro");

/**
 * The plural form of a whole count.
 * en: zero (0), one (1), other. ro: one (1), few (0, 2–19, 101–119, …), other (20–100, 120, …, with "de").
 * English "zero" is our own rule; CLDR has no such form for en, so Intl.PluralRules can't return it.
 */
export function pluralForm(locale: Locale, count: number): PluralForm {
  const n = Math.abs(Math.trunc(count));
  if (locale === "en") return n === 0 ? "zero" : n === 1 ? "one" : "other";
  return ROMANIAN.select(n) as PluralForm;
}
