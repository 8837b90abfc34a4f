import type { Locale } from "./i18n/locales";

const MARK: Record<Locale, string> = { en: ".", ro: "," };

/** "46.77", "46,77" → degrees; undefined for nothing, NaN for what is no number. */
export function degreesOf(typed: string): number | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^[-+]?\d{1,3}([.,]\d{1,12})?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

/** Degrees as one writes them in a language, "46,77" in Romanian; what is no number stays as it was typed. */
export const writtenDegrees = (typed: string, locale: Locale): string =>
  Number.isFinite(degreesOf(typed)) ? typed.replace(/[.,]/, MARK[locale]) : typed;
